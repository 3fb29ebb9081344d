import Domain
import Testing

@Suite struct BackoffTests {
  @Test(arguments: [
    (0, 500), (1, 1_000), (5, 16_000), (6, 30_000), (19, 30_000), (20, 30_000), (.max, 30_000),
  ])
  func `each failure doubles the wait, up to the limit`(failures: Int, milliseconds: Int) {
    let backoff = Backoff(first: .milliseconds(500), last: .seconds(30))
    #expect(backoff.delay(after: failures) == .milliseconds(milliseconds))
  }
}
