internal import Varints

/// A directory of a PMTiles file: runs of tiles with the same content, and further directories.
struct PMTilesDirectory: Sendable {
  /// The location of a tile or a further directory.
  enum Found: Equatable {
    case tile(offset: UInt64, count: Int)
    case directory(offset: UInt64, count: Int)
  }

  /// Directories with more entries are refused; common programs write at most a tenth as many.
  static let maximumCount = 262_144

  private var numbers: [UInt64] = []
  private var offsets: [UInt64] = []
  private var counts: [UInt32] = []

  /// How many tiles share the content; 0 for a directory.
  private var runs: [UInt32] = []

  /// How much memory the entries take, in bytes.
  var size: Int { 24 * numbers.count }

  /// Parses a directory, which is stored column by column; throws if it is damaged.
  init(_ bytes: [UInt8]) throws(Damage) {
    var reader = NumberReader(bytes)
    let count = try reader.number()
    // An entry takes at least four bytes.
    guard count <= UInt64(reader.bytesLeft / 4) else { throw Damage("has more entries than bytes") }
    guard count <= UInt64(Self.maximumCount) else { throw Damage("has \(count) entries") }
    try readNumbers(Int(count), &reader)
    for _ in 0..<Int(count) { runs.append(try reader.small()) }
    for _ in 0..<Int(count) {
      let count = try reader.small()
      guard count > 0 else { throw Damage("has an entry without content") }
      counts.append(count)
    }
    for index in 0..<Int(count) {
      let number = try reader.number()
      if number > 0 {
        offsets.append(number - 1)
      } else {
        guard index > 0 else { throw Damage("has no offset for its first entry") }
        let (next, isTooFar) = offsets[index - 1].addingReportingOverflow(
          UInt64(counts[index - 1]))
        guard !isTooFar else { throw Damage("has an entry beyond the end of the file") }
        offsets.append(next)
      }
    }
    try checkRuns()
  }

  private mutating func readNumbers(_ count: Int, _ reader: inout NumberReader) throws(Damage) {
    numbers.reserveCapacity(count)
    var last: UInt64 = 0
    for index in 0..<count {
      let step = try reader.number()
      guard step > 0 || index == 0 else { throw Damage("has a tile twice") }
      let (next, isTooFar) = last.addingReportingOverflow(step)
      guard !isTooFar else { throw Damage("has a tile that does not exist") }
      last = next
      numbers.append(next)
    }
  }

  private func checkRuns() throws(Damage) {
    for index in numbers.indices.dropLast()
    where UInt64(runs[index]) > numbers[index + 1] - numbers[index] {
      throw Damage("has runs of tiles that overlap")
    }
  }

  /// Finds a tile in O(log n); returns nil if the file does not have it.
  func find(_ number: UInt64) -> Found? {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] <= number { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let index = low - 1
    let count = Int(counts[index])
    if runs[index] == 0 { return .directory(offset: offsets[index], count: count) }
    guard number - numbers[index] < UInt64(runs[index]) else { return nil }
    return .tile(offset: offsets[index], count: count)
  }

  /// What is wrong with a directory.
  struct Damage: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }
}

/// Reads the numbers of a directory.
private struct NumberReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var bytesLeft: Int { bytes.count - position }

  mutating func number() throws(PMTilesDirectory.Damage) -> UInt64 {
    guard let number = bytes.varint(at: &position) else {
      throw PMTilesDirectory.Damage("ends too early, or has a number of more than 64 bits")
    }
    return number
  }

  mutating func small() throws(PMTilesDirectory.Damage) -> UInt32 {
    guard let number = UInt32(exactly: try number()) else {
      throw PMTilesDirectory.Damage("has an entry of more than 4 GB")
    }
    return number
  }
}
