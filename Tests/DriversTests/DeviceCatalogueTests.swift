import Domain
import Drivers
import Testing

@Suite("Device catalogue")
struct DeviceCatalogueTests {
  @Test("The Infinity is found by its id and by its name")
  func infinity() throws {
    let model = try #require(DeviceCatalogue.model(for: ProductID(vendor: 0x05f3, product: 0x00ff)))
    #expect(model.id == "vec-infinity")
    #expect(DeviceCatalogue.model(id: "vec-infinity") == model)
    #expect(model.controls.map(\.id) == ["left", "center", "right"])
    #expect(model.control("center")?.scanCode == 0x90002)
    #expect(model.serialTrust == .absent)
  }

  @Test("Profiles may name the Controls of every model")
  func knownControls() {
    #expect(DeviceCatalogue.knownControls["vec-infinity"] == ["left", "center", "right"])
    #expect(DeviceCatalogue.knownControls.count == DeviceCatalogue.models.count)
  }

  @Test("Other products are not known")
  func unknown() {
    #expect(DeviceCatalogue.model(for: ProductID(vendor: 0x05f3, product: 0x00fe)) == nil)
    #expect(DeviceCatalogue.model(id: "keyboard") == nil)
  }

  @Test(
    "Within a model, ids, scan codes, key codes and positions are unique", arguments: DeviceCatalogue.models)
  func unambiguous(_ model: DeviceModel) {
    let controls = model.controls
    #expect(Set(controls.map(\.id)).count == controls.count)
    #expect(Set(controls.map(\.scanCode)).count == controls.count)
    #expect(Set(controls.map(\.defaultKeyCode)).count == controls.count)
    #expect(controls.map(\.position) == Array(controls.indices))
    #expect((1...ControlAddress.maximumControls).contains(controls.count))
  }

  @Test("No product belongs to two models")
  func productsAreUnique() {
    let products = DeviceCatalogue.models.flatMap(\.products)
    #expect(Set(products).count == products.count)
    #expect(Set(DeviceCatalogue.models.map(\.id)).count == DeviceCatalogue.models.count)
  }
}
