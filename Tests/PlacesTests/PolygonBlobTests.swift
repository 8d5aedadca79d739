import Foundation
@testable import Places
import TestSupport
import Testing

/// The geometries of GeoPackages.
@Suite struct PolygonBlobTests {
  private static let park = [
    PolygonPackage.square(11, 48, 1) + PolygonPackage.square(11, 48, 0.5),
    PolygonPackage.square(20, -10, 2),
  ]

  private func problem(_ bytes: [UInt8], _ name: String? = "park") -> PolygonProblem? {
    var draft = BoundaryDraft()
    do throws(PolygonProblem) {
      try draft.add(name: name, geometry: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: PolygonPackage.Dimensions.allCases, [false, true])
  func haveTheSamePointsInEachForm(dimensions: PolygonPackage.Dimensions, isBigEndian: Bool) throws
  {
    let plain = try PolygonBlob.polygons(PolygonPackage.blob(Self.park)).map(\.rings)
    #expect(plain.map(\.count) == [2, 1])
    #expect(plain[0][0].map(\.x) == [100_000_000, 120_000_000, 120_000_000, 100_000_000])
    for envelope in 0...4 {
      let bytes = PolygonPackage.blob(
        Self.park, dimensions, isBigEndian: isBigEndian, envelope: envelope)
      #expect(try PolygonBlob.polygons(bytes).map(\.rings) == plain)
    }
  }

  /// PostGIS sets bits for altitudes, measures and the reference system.
  @Test func ofPostGISAreRead() throws {
    var bytes = PolygonPackage.blob([PolygonPackage.square(11, 48, 1)], .xyz)
    let plain = try PolygonBlob.polygons(bytes).map(\.rings)
    bytes.replaceSubrange(9..<13, with: [3, 0, 0, 0xA0, 0xE6, 0x10, 0, 0])
    #expect(try PolygonBlob.polygons(bytes).map(\.rings) == plain)
  }

  @Test func areRefusedWhereverTheyAreCut() {
    let whole = PolygonPackage.blob(Self.park, .xyzm, envelope: 2)
    for size in 0..<whole.count {
      #expect(problem(Array(whole.prefix(size))) == .damaged, "\(size) bytes")
    }
  }

  @Test func neverCrashWithOtherBytes() {
    let whole = PolygonPackage.blob(Self.park, .xyz, envelope: 1)
    var random = SeededRandom(seed: 6)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        bytes[at] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      _ = problem(bytes)
    }
  }

  @Test func thatGiveNoBoundaryHaveAReason() {
    let square = PolygonPackage.square(11, 48, 1)
    var empty = PolygonPackage.blob([square])
    empty[3] |= 0x10
    #expect(problem(empty) == .empty)
    #expect(problem(PolygonPackage.blob([])) == .empty)
    #expect(problem(PolygonPackage.blob([[]])) == .empty)
    #expect(problem(PolygonPackage.blob([[[(1, 1), (2, 2), (1, 1)]]])) == .empty)
    #expect(problem(PolygonPackage.blob([[[(1, 1), (2, 1), (3, 1), (1, 1)]]])) == .empty)
    var extended = PolygonPackage.blob([square])
    extended[3] |= 0x20
    #expect(problem(extended) == .notPolygons)
    var line = PolygonPackage.blob([square])
    line[9] = 2
    #expect(problem(line) == .notPolygons)
    #expect(problem(PolygonPackage.blob([PolygonPackage.square(11, 90, 1)])) == .outside)
    #expect(problem(PolygonPackage.blob([PolygonPackage.square(0, 0, 181)])) == .outside)
    #expect(problem(PolygonPackage.blob([[[(.nan, 1), (2, 1), (3, 3)]]])) == .damaged)
    #expect(problem(PolygonPackage.blob([square]), nil) == .noName)
    #expect(problem(PolygonPackage.blob([square]), " \n") == .noName)
    #expect(problem(PolygonPackage.blob([square])) == nil)
  }
}
