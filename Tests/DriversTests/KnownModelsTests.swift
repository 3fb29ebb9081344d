import Domain
import Drivers
import Testing

@Suite struct KnownModelsTests {
  private let product = ProductID(vendor: 0x5131, product: 0x2019)
  private var switchPedal: LearnedDevice {
    LearnedDevice(
      product: product, name: "FS1-P",
      controls: [LearnedControl(id: "pedal", name: "Pedal", scanCode: 0x7002c, keyCode: 57, isTapOnly: true)])
  }

  @Test func `a learned product becomes a model with the Controls that were pressed`() throws {
    let models = KnownModels(learned: [switchPedal])
    let model = try #require(models.model(for: product))
    #expect(model.id == "learned-5131-2019")
    #expect(model.name == "FS1-P")
    #expect(model.controls.map(\.signals) == [[.key(scan: 0x7002c, code: 57)]])
    #expect(model.controls.first?.isTapOnly == true)
    #expect(models.model(id: "learned-5131-2019") == model)
    #expect(models.bindableModels.controls["learned-5131-2019"]?.map(\.id) == ["pedal"])
    #expect(models.bindableModels.controls["vec-infinity"]?.map(\.id) == ["left", "center", "right"])
  }

  @Test func `what was learned goes before the catalogue`() {
    let infinity = ProductID(vendor: 0x05f3, product: 0x00ff)
    var learned = switchPedal
    learned.product = infinity
    #expect(KnownModels(learned: [learned]).model(for: infinity)?.id == "learned-05f3-00ff")
    #expect(KnownModels().model(for: infinity)?.id == "vec-infinity")
  }

  @Test func `a picked product has the Controls and the name of its template`() throws {
    let pad = ProductID(vendor: 0x054c, product: 0x0ce6)
    let picked = LearnedDevice(product: pad, name: "DualSense", template: "gamepad", controls: [])
    let model = try #require(KnownModels(learned: [picked]).model(for: pad))
    #expect(model.id == "gamepad")
    #expect(model.controls == DeviceCatalogue.model(id: "gamepad")?.controls)
    #expect(KnownModels(learned: [picked]).model(for: ProductID(vendor: 0x054c, product: 0x0ce7)) == nil)
  }

  @Test(arguments: ["vec-infinity", "no-such-model"])
  func `what is not a template is no template`(name: String) {
    let picked = LearnedDevice(
      product: product, name: "x", template: ModelID(rawValue: name), controls: [])
    #expect(KnownModels(learned: [picked]).model(for: product) == nil)
  }
}
