import Foundation
import Geography
import PhotoFacts
import Places
import TestSupport
import Testing

@Suite("A damaged places file") struct DamagedFileTests {
  /// Looks up positions and names in a file; errors are allowed, crashes are not.
  private func ask(_ path: String, _ random: inout SeededRandom) {
    guard let places = try? Places(path: Array(path.utf8)) else { return }
    for _ in 0..<40 {
      let latitude = Double.random(in: -90...90, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      guard let coordinate = Coordinate(latitude: latitude, longitude: longitude),
        let found = try? places.locate(coordinate)
      else { continue }
      _ = try? places.describe(found, in: Language("ja"))
    }
    _ = try? places.search("muni", in: .english)
    _ = try? places.search("amsterdm", in: .english)
  }

  @Test func endsWithAnErrorWhereverItIsCut() throws {
    let temporary = try TemporaryDirectory()
    let whole = try Data(contentsOf: URL(fileURLWithPath: NamedPlaces.path), options: .alwaysMapped)
    let cut = temporary.file("cut.bin")
    var random = SeededRandom(seed: 20)
    var sizes = Array(0..<600)
    for _ in 0..<30 { sizes.append(Int.random(in: 600..<whole.count, using: &random)) }
    for size in sizes.sorted(by: >) {
      if !FileManager.default.fileExists(atPath: cut) {
        try whole.write(to: URL(fileURLWithPath: cut))
      }
      try FileHandle(forWritingTo: URL(fileURLWithPath: cut)).truncate(atOffset: UInt64(size))
      #expect(throws: PlacesError.self, "\(size) bytes") { try Places(path: Array(cut.utf8)) }
    }
  }

  @Test func neverCrashesWithOtherBytes() throws {
    let temporary = try TemporaryDirectory()
    let whole = try Data(contentsOf: URL(fileURLWithPath: NamedPlaces.path))
    var random = SeededRandom(seed: 21)
    let path = temporary.file("other.bin")
    for round in 0..<20 {
      var bytes = whole
      // The tables at the beginning and the indexes are hit as well as the records.
      for _ in 0..<20_000 {
        bytes[Int.random(in: 600..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if round > 0 {
        bytes[Int.random(in: 16..<500, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      try bytes.write(to: URL(fileURLWithPath: path))
      ask(path, &random)
    }
  }

  @Test func ofAnotherKindIsRefused() throws {
    let temporary = try TemporaryDirectory()
    let path = temporary.file("text")
    try Data("geoplacf, but not really a file of places".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: PlacesError.self) { try Places(path: Array(path.utf8)) }
    #expect(throws: PlacesError.self) { try Places(path: Array(temporary.file("none").utf8)) }
    #expect(throws: PlacesError.self) { try Places(path: Array(temporary.path.utf8)) }
  }
}
