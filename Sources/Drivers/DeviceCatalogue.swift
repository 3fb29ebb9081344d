public import Domain

/// The Device models that hwctl knows. Nothing else is ever opened, unless the user has picked it by hand.
public enum DeviceCatalogue {
  public static let models: [DeviceModel] = [
    .vecInfinity, .pcsensor, .olympusRS28, .olympusRS31H, .philipsACC2310, .philipsACC2330, .grundigDigta,
    .kinesisSavantElite, .kinesisSavantElite2, .xkeysXK3, .xkeysXK12Jog, .xkeysXK24, .streamDeckPedal,
    .streamDeckMini, .contourShuttleXpress, .contourShuttlePro, .contourShuttleProV2, .logitechPresenter,
    .norwiiN27, .pageTurner, .gamepad, .qmkButtons, .qmkRaw,
  ]

  public static func model(for product: ProductID) -> DeviceModel? {
    models.first { $0.products.contains(product) }
  }

  public static func model(id: ModelID) -> DeviceModel? { models.first { $0.id == id } }

  /// The generic models that a Device may be told to have the Controls of.
  public static let templates: [ModelID] = models.filter(\.isTemplate).map(\.id)
}

/// The catalogue with what the user has picked and taught, which goes first.
public struct KnownModels: Hashable, Sendable {
  let learned: [ProductID: DeviceModel]

  /// Of two entries for one product the first counts. One whose template is not in the catalogue is left out.
  public init(learned: [LearnedDevice] = []) {
    let models = learned.compactMap { device in
      DeviceModel(learned: device).map { (device.product, $0) }
    }
    self.learned = Dictionary(models) { first, _ in first }
  }

  public func model(for product: ProductID) -> DeviceModel? {
    learned[product] ?? DeviceCatalogue.model(for: product)
  }

  public func model(id: ModelID) -> DeviceModel? {
    DeviceCatalogue.model(id: id) ?? learned.values.first { $0.id == id }
  }
}
