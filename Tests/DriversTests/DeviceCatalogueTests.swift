import Domain
import Drivers
import Testing

@Suite struct DeviceCatalogueTests {
  @Test func `the Infinity is found by its id and by its name`() throws {
    let model = try #require(DeviceCatalogue.model(for: ProductID(vendor: 0x05f3, product: 0x00ff)))
    #expect(model.id == "vec-infinity")
    #expect(DeviceCatalogue.model(id: "vec-infinity") == model)
    #expect(model.controls.map(\.id) == ["left", "center", "right"])
    #expect(model.serialTrust == .absent)
  }

  @Test func `profiles may name the Controls of every model`() {
    let models = DeviceCatalogue.bindableModels
    #expect(models.controls["vec-infinity"]?.map(\.id) == ["left", "center", "right"])
    #expect(models.controls.count == DeviceCatalogue.models.count)
  }

  @Test func `other products are not known, and neither is a keyboard`() {
    #expect(DeviceCatalogue.model(for: ProductID(vendor: 0x05f3, product: 0x00fe)) == nil)
    #expect(DeviceCatalogue.model(id: "keyboard") == nil)
  }

  @Test(arguments: DeviceCatalogue.models)
  func `within a model, ids and signals are unique, and no two Controls are drawn in one place`(
    _ model: DeviceModel
  ) {
    let controls = model.controls
    #expect(Set(controls.map(\.id)).count == controls.count)
    let signals = controls.flatMap(\.signals)
    #expect(Set(signals).count == signals.count)
    #expect(Set(controls.map(\.place)).count == controls.count)
    #expect((1...ControlAddress.maximumControls).contains(controls.count))
    for control in controls {
      #expect(
        control.id.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(control.id)")
      #expect((control.range != nil) == (control.kind == .shuttle), "\(control.id)")
    }
  }

  @Test(arguments: DeviceCatalogue.models)
  func `the signals of a model come by its own transport, within its reports`(_ model: DeviceModel) {
    for signal in model.controls.flatMap(\.signals) {
      switch (model.transport, signal) {
      case (.evdev, .key), (.evdev, .hat), (.evdev, .trigger): break
      case (.hidraw(let layout), .bit(let byte, _)), (.hidraw(let layout), .steps(let byte)),
        (.hidraw(let layout), .counter(let byte)), (.hidraw(let layout), .position(let byte)):
        #expect(byte < layout.minimumBytes)
      default: Issue.record("\(signal) does not come by \(model.transport)")
      }
    }
    guard case .hidraw(let layout) = model.transport else { return }
    #expect(layout.conditions.allSatisfy { $0.byte < layout.minimumBytes })
    #expect(layout.unitByte.map { $0 < layout.minimumBytes } ?? true)
  }

  @Test func `no product belongs to two models, and templates have none`() {
    let products = DeviceCatalogue.models.flatMap(\.products)
    #expect(Set(products).count == products.count)
    #expect(Set(DeviceCatalogue.models.map(\.id)).count == DeviceCatalogue.models.count)
    #expect(
      DeviceCatalogue.templates == [
        "page-turner", "gamepad", "qmk-buttons", "qmk-raw",
      ])
  }

  @Test(arguments: [
    (SerialTrust.absent, "FL51K1A0", false), (.unique, "FL51K1A0", true), (.unique, "", false),
    (.address, "d0:bc:c1:0a:0b:0c", true), (.address, "00:00:00:00:00:00", false),
    (.address, "FL51K1A0", false), (.address, "", false),
  ])
  func `a serial number is trusted as far as the model says`(
    _ trust: SerialTrust, _ serial: String, _ isTrustworthy: Bool
  ) {
    #expect(trust.isTrustworthy(serial) == isTrustworthy)
  }
}
