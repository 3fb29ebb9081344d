import Testing

@testable import BindingEngine

@Suite struct InternTableTests {
  @Test func `a value keeps its number, and a number that is free again goes to the next value`() {
    var table = InternTable<String>()
    #expect(["a", "b", "c", "b"].map { table.intern($0) } == [0, 1, 2, 1])
    table.keep([1])
    #expect(table.values == [nil, "b", nil])
    #expect(table.number(of: "a") == nil && table.number(of: "b") == 1)
    #expect(["d", "b", "e", "f"].map { table.intern($0) } == [0, 1, 2, 3])
    #expect(table[3] == "f" && table[4] == nil)
  }
}
