import TestSupport
import Testing

@testable import PhotoIndex

@Suite struct NumberingTests {
  @Test(arguments: [1, 900, 70_000])
  func numbersAreThoseOfADictionary(kinds: Int) {
    var random = SeededRandom(seed: UInt64(kinds))
    // Also keys that differ in their high or low half only, as directories and cameras do.
    let keys = (0..<kinds).map { number in
      switch number % 3 {
      case 0: UInt64(number)
      case 1: UInt64(number) << 32
      default: UInt64.random(in: .min ... .max, using: &random)
      }
    }
    var numbering = Numbering()
    var expected: [UInt64: UInt32] = [0: 0]
    for _ in 0..<(3 * kinds) {
      guard let key = keys.randomElement(using: &random) else { return }
      let next = UInt32(expected.count)
      let number = expected[key, default: next]
      expected[key] = number
      let found = numbering.number(of: key)
      #expect(found == number)
    }
    #expect(numbering.keys.count == expected.count)
    for (key, number) in expected { #expect(numbering.keys[Int(number)] == key) }
  }
}
