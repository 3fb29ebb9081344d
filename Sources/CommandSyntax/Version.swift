/// The version of all programs of this package.
public enum Version {
  public static let number = "0.1.0"
  public static let text = "hwctl \(number)"
}
