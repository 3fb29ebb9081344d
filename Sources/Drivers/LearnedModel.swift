public import Domain

extension DeviceModel {
  /// Nil when the device names a template that is not in the catalogue, or has more Controls than can be kept.
  public init?(learned device: LearnedDevice) {
    if let template = device.template {
      guard var model = DeviceCatalogue.model(id: template), model.isTemplate else { return nil }
      model.products = [device.product]
      model.name = device.name
      self = model
      return
    }
    guard device.controls.count <= ControlAddress.maximumControls else { return nil }
    self.init(
      id: device.model, name: device.name, products: [device.product],
      controls: device.controls.enumerated().map { index, control in
        ControlDescription(
          id: control.id, name: control.name, kind: .key,
          signals: [.key(scan: control.scanCode, code: control.keyCode)], place: ControlPlace(index),
          isTapOnly: control.isTapOnly)
      },
      serialTrust: .address, isReprogrammable: true)
  }
}
