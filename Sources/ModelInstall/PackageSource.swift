/// Where the files of a package come from, other than the network.
public enum PackageSource: Hashable, Sendable {
  case folder(String)
  /// tar, compressed or not, or zip.
  case archive(String)
}
