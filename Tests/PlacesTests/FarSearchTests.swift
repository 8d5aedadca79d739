import Foundation
import Geography
@testable import Places
import TestSupport
import Testing

/// The settlement of a position, by a search of all settlements.
@Suite struct FarSearchTests {
  private struct Row {
    var x: Int
    var y: Int
    var weight: Double
    var country: UInt16
    var region: UInt16
  }

  private func rows(_ settlements: Settlements) throws -> [Row] {
    try (0..<settlements.count).map { index in
      let (place, rest) = try settlements.points.pair(16 * index)
      return Row(
        x: Int(place & 0xFFFF_FFFF), y: Int(place >> 32),
        weight: Double(Float(bitPattern: UInt32(truncatingIfNeeded: rest))),
        country: UInt16(truncatingIfNeeded: rest >> 32),
        region: UInt16(truncatingIfNeeded: rest >> 48))
    }
  }

  /// The best settlement and the region of the nearest one, within the first distance that has any.
  private func expected(_ question: Settlements.Question, _ rows: [Row]) -> (
    named: Int, region: UInt16
  )? {
    let stretch =
      cos((Double(question.point.y) / 32_768 - 90) * .pi / 180) * MapUnits.metresPerUnit
    let turn = MapUnits.columns * MapUnits.inCell
    var near: [(square: Double, row: Int)] = []
    for (number, row) in rows.enumerated() {
      if let country = question.country, country != row.country { continue }
      let away = abs(row.x - question.point.x)
      let east = Double(min(away, turn - away)) * stretch
      let north = Double(row.y - question.point.y) * MapUnits.metresPerUnit
      let square = east * east + north * north
      if square <= 1_250_000 * 1_250_000 { near.append((square, number)) }
    }
    for reach in [15_000.0, 80_000, 250_000, 550_000, 1_250_000] {
      let within = near.filter { $0.square <= reach * reach }
      let scored = within.map { square, number in
        let row = rows[number]
        var score = square * (question.country == nil ? pow(row.weight, 0.25) : row.weight)
        if let region = question.region, region != row.region { score *= 4 }
        return (score: score, number: number)
      }
      if let best = scored.min(by: { $0.score < $1.score }),
        let nearest = within.min(by: { $0.square < $1.square })
      {
        return (best.number, rows[nearest.row].region)
      }
    }
    return nil
  }

  /// Positions far from settlements: at sea, at the antimeridian, near the poles, in deserts.
  @Test func findsWhatASearchOfAllSettlementsFinds() throws {
    let places = try NamedPlaces.shared.get()
    let rows = try rows(places.settlements)
    var random = SeededRandom(seed: 8)
    let corners = [
      (56.55, 3.21), (0, 179.99), (0, -179.99), (89, 20), (-77, 166), (24, 10), (-25, 130),
      (65, 100), (10.3, -109.2), (-49, 70), (72, -40),
    ]
    for number in 0..<33 {
      let corner = corners[number % corners.count]
      let position = try #require(
        Coordinate(
          latitude: corner.0 + Double.random(in: -0.9...0.9, using: &random),
          longitude: min(180, max(-180, corner.1 + Double.random(in: -0.9...0.9, using: &random)))))
      let locality = try places.locate(position)
      let question = Settlements.Question(
        point: MapUnits(position), country: locality.country.map { UInt16($0) }, region: nil)
      let found = try places.settlements.around(question)
      let wanted = expected(question, rows)
      #expect(found?.named == wanted?.named, "\(position)")
      // The region of the nearest one is needed within a country only.
      if question.country != nil { #expect(found?.region == wanted?.region, "\(position)") }
    }
  }
}
