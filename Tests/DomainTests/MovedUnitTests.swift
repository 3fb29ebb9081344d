import Domain
import Testing

@Suite struct MovedUnitTests {
  private func bound(_ port: String?) -> DeviceConfiguration {
    DeviceConfiguration(model: "vec-infinity", unit: port.map(id), bindings: [])
  }

  private func id(_ port: String) -> DeviceID {
    DeviceID(product: ProductID(vendor: 0x05f3, product: 0x00ff), port: port)
  }

  private func connected(_ port: String, isAmbiguous: Bool = false) -> DeviceDescriptor {
    DeviceDescriptor(
      handle: DeviceHandle(rawValue: 1), id: id(port), model: "vec-infinity",
      product: ProductID(vendor: 0x05f3, product: 0x00ff), name: "pedal", controls: ["left"],
      isAmbiguous: isAmbiguous)
  }

  @Test func `a bound unit that is missing while an unbound one is there seems to have moved`() {
    #expect(
      MovedUnit.find(configurations: [bound("1"), bound(nil)], connected: [connected("2")])
        == [MovedUnit(bound: id("1"), connected: id("2"))])
  }

  @Test func `nothing has moved where the unit is there, nothing is bound, or more than one could be meant`()
  {
    #expect(MovedUnit.find(configurations: [bound("1")], connected: [connected("1"), connected("2")]) == [])
    #expect(MovedUnit.find(configurations: [bound(nil)], connected: [connected("2")]) == [])
    #expect(MovedUnit.find(configurations: [bound("1")], connected: []) == [])
    #expect(MovedUnit.find(configurations: [bound("1")], connected: [connected("2"), connected("3")]) == [])
    #expect(MovedUnit.find(configurations: [bound("1"), bound("3")], connected: [connected("2")]) == [])
    #expect(
      MovedUnit.find(configurations: [bound("1")], connected: [connected("2", isAmbiguous: true)]) == [])
  }
}
