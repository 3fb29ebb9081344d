public import Domain

extension DeviceCatalogue {
  /// What a profile may name.
  public static let bindableModels = BindableModels(models)
}

extension KnownModels {
  /// What a profile may name, the learned Devices included.
  public var bindableModels: BindableModels {
    var models = DeviceCatalogue.bindableModels
    for model in learned.values where models.controls[model.id] == nil {
      models.controls[model.id] = BindableModels.controls(of: model)
    }
    return models
  }
}

extension BindableModels {
  init(_ models: [DeviceModel]) {
    self.init(Dictionary(uniqueKeysWithValues: models.map { ($0.id, Self.controls(of: $0)) }))
  }

  fileprivate static func controls(of model: DeviceModel) -> [Control] {
    model.controls.map { Control($0.id, givesValues: !$0.kind.isPressed) }
  }
}
