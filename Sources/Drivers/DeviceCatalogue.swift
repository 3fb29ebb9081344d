public import Domain

/// The Device models that hwctl knows. Nothing else is ever opened.
public enum DeviceCatalogue {
  public static let models: [DeviceModel] = [.vecInfinity]

  public static func model(for product: ProductID) -> DeviceModel? {
    models.first { $0.products.contains(product) }
  }

  public static func model(id: ModelID) -> DeviceModel? { models.first { $0.id == id } }

  /// What a profile may name: the Controls of every model, in the order of their position.
  public static let knownControls: [ModelID: [ControlID]] = Dictionary(
    uniqueKeysWithValues: models.map { ($0.id, $0.controls.map(\.id)) })
}
