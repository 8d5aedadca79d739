import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing
import Query

/// The declared requirements of CQL2; each test has the name of the abstract test.
///
/// The standard's own data is not available, so the sample photos are used and compared with a count over all features.
@Suite struct ConditionRequirementTests {
  private let world = Filtered(listing: "/collections/photos/items?limit=10000")

  @Test("/conf/basic-cql2/basic-test") func thereAreQueryablesOfAKnownType() throws {
    #expect(try Queryable.all().contains { $0.kind == .text })
    #expect(try Queryable.all().contains { $0.kind == .number })
    #expect(try Queryable.all().contains { $0.kind == .time })
  }

  @Test("/conf/basic-cql2/comparison") func comparisonsDivideWhatIsKnown() throws {
    for queryable in try Queryable.all() where queryable.kind != .geometry {
      let values =
        switch queryable.kind {
        case .text: ["'foo'", "''", "'2020'", "'image/png'"]
        case .number: ["3.14", "1", "-1e3"]
        default: ["TIMESTAMP('2022-04-14T14:48:46Z')", "DATE('2022-04-14')"]
        }
      let known = try world.ids("\(queryable.name) IS NOT NULL")
      for value in values {
        for (one, other) in [("=", "<>"), (">", "<="), ("<", ">=")] {
          let first = try world.ids("\(queryable.name) \(one) \(value)")
          let second = try world.ids("\(queryable.name) \(other) \(value)")
          #expect(first.isDisjoint(with: second), "\(queryable.name) \(one) \(value)")
          #expect(first.union(second) == known, "\(queryable.name) \(one) \(value)")
        }
      }
    }
  }

  @Test("/conf/basic-cql2/is-null") func whatIsKnownAndWhatIsNotAreAll() throws {
    for queryable in try Queryable.all() {
      let unknown = try world.ids("\(queryable.name) IS NULL")
      let known = try world.ids("\(queryable.name) is not null")
      #expect(unknown.isDisjoint(with: known))
      #expect(unknown.union(known).count == 52)
      #expect(try world.ids("\"\(queryable.name)\" IS NULL") == unknown)
      guard !["id", "geometry", "takenAt"].contains(queryable.name) else { continue }
      #expect(try known == world.ids { $0[queryable.name] != nil }, "\(queryable.name)")
    }
  }

  @Test("/conf/basic-cql2/boolean") func truthIsAllAndFalsehoodNone() throws {
    #expect(try world.ids("true").count == 52)
    #expect(try world.ids("false").isEmpty)
  }

  @Test("/conf/basic-cql2/test-data") func comparisonsFindWhatTheFeaturesSay() throws {
    func text(_ name: String, _ holds: @escaping (String) -> Bool) throws -> Set<Int> {
      try world.ids { ($0[name] as? String).map(holds) ?? false }
    }
    func number(_ name: String, _ holds: @escaping (Double) -> Bool) throws -> Set<Int> {
      try world.ids { ($0[name] as? Double).map(holds) ?? false }
    }
    #expect(try world.ids("cameraMake='Aster'") == text("cameraMake") { $0 == "Aster" })
    #expect(try world.ids("cameraMake>'Aster'") == text("cameraMake") { $0 > "Aster" })
    #expect(try world.ids("cameraMake<='Aster'") == text("cameraMake") { $0 <= "Aster" })
    #expect(try world.ids("altitude>=36") == number("altitude") { $0 >= 36 })
    #expect(try world.ids("altitude<>36") == number("altitude") { $0 != 36 })
    #expect(try world.ids("width<1000") == number("width") { $0 < 1_000 })
    #expect(try !world.ids("altitude=36").isEmpty)
    let local = "takenAtLocal"
    for written in ["2020", "2020-06", "2023-06-17T21:24:08", "2023-06-17T21:24:0", "foo", "1"] {
      #expect(try world.ids("\(local) < '\(written)'") == text(local) { $0 < written })
      #expect(try world.ids("\(local) >= '\(written)'") == text(local) { $0 >= written })
    }
  }

  @Test("/conf/basic-cql2/logical, /conf/advanced-comparison-operators/logical")
  func combinationsFollowTheTruthTable() throws {
    let predicates = [
      "altitude > 30", "cameraMake = 'Aster'", "lens IS NULL", "width < 800", "size > 40000",
      "takenAt < TIMESTAMP('2020-01-01T00:00:00Z')", "path LIKE '20%'", "altitude BETWEEN 0 AND 99",
      "locationSource IN ('exif', 'xmp')", "S_INTERSECTS(geometry, BBOX(-10,35,30,60))",
    ]
    var random = SeededRandom(seed: 5)
    let total = try world.all()
    for _ in 0..<40 {
      let chosen = (0..<4).map { _ in predicates.randomElement(using: &random) ?? "TRUE" }
      // A predicate may be unknown for a photo; then its negation is unknown too, so it is queried separately.
      let yes = try chosen.map { try world.ids($0) }
      let no = try chosen.map { try world.ids("NOT (\($0))") }
      let p = chosen.map { "(\($0))" }
      let expected = no[1].intersection(yes[0]).union(yes[2].intersection(yes[3]))
        .union(no[0].intersection(no[3]))
      let found = try world.ids(
        "(NOT \(p[1]) AND \(p[0])) OR (\(p[2]) and \(p[3])) or not (\(p[0]) OR \(p[3]))")
      #expect(found == expected, "\(chosen)")
      #expect(found.isSubset(of: total))
    }
  }

  @Test("/conf/advanced-comparison-operators/like") func patternsMatchTexts() throws {
    for queryable in try Queryable.all() where queryable.kind == .text {
      let name = queryable.name
      let all = try world.ids("\(name) LIKE '%'")
      #expect(try all == world.ids("\(name) like '%%'"))
      #expect(try all == world.ids("\(name) IS NOT NULL"))
      let some = try world.ids("\(name) like '_%'")
      let none = try world.ids("\(name) like ''")
      #expect(some.isDisjoint(with: none))
      #expect(some.union(none) == all)
      #expect(try world.ids(#"\#(name) like '\%\_'"#).isEmpty)
      #expect(try world.ids(#"\#(name) like '\\%\\_'"#).isEmpty)
    }
    #expect(try world.ids("filename LIKE '%.jpg'").count == 52)
    #expect(
      try world.ids("takenAtLocal LIKE '20__-06-%'")
        == world.ids { ($0["takenAtLocal"] as? String)?.dropFirst(4).hasPrefix("-06-") ?? false })
    let upper = try world.ids("cameraMake LIKE 'ASTER'")
    let any = try world.ids("cameraMake ILIKE 'aSTER'")
    #expect(upper.isEmpty)
    #expect(try any == world.ids("cameraMake = 'Aster'"))
    #expect(!any.isEmpty)
    #expect(try world.ids("locationSource ILIKE 'EX_F'") == world.ids("locationSource = 'exif'"))
  }

  @Test("/conf/advanced-comparison-operators/between") func spansIncludeTheirEnds() throws {
    for queryable in try Queryable.all() where queryable.kind == .number {
      let name = queryable.name
      let inside = try world.ids("\(name) BETWEEN 0 AND 100")
      #expect(try inside == world.ids("\(name) >= 0 AND \(name) <= 100"))
      #expect(try world.ids("\(name) between 100.0 and 1.0").isEmpty)
      let outside = try world.ids("\(name) NOT BETWEEN 0 AND 100")
      #expect(try inside.union(outside) == world.ids("\(name) IS NOT NULL"))
    }
  }

  @Test("/conf/advanced-comparison-operators/in") func listsAreTaken() throws {
    for queryable in try Queryable.all() {
      switch queryable.kind {
      case .text: _ = try world.ids("\(queryable.name) in ('foo', 'bar')")
      case .number: _ = try world.ids("\(queryable.name) IN (1, 2, 3)")
      case .time:
        _ = try world.ids(
          "\(queryable.name) in ('2022-04-14T14:52:56Z', '2022-04-14T15:52:56Z')")
        _ = try world.ids("\(queryable.name) in (DATE('2021-04-16'), DATE('2022-04-16'))")
      case .geometry: break
      }
    }
    let some = try world.ids("cameraMake IN ('Aster','aster','foo')")
    #expect(try some == world.ids("cameraMake = 'Aster'"))
    #expect(
      try some.union(world.ids("cameraMake NOT IN ('Aster','aster','foo')"))
        == world.ids("cameraMake IS NOT NULL"))
  }

  @Test("/conf/basic-spatial-functions/s_intersects") func pointsAndBoxesAreTaken() throws {
    #expect(try world.ids("S_INTERSECTS(geometry,BBOX(-180,-90,180,90))").count == 52)
    #expect(try world.ids("S_INTERSECTS(geometry,POINT(7.02 49.92))").isEmpty)
    #expect(try world.get("S_INTERSECTS(geometry,POINT(90 180))").status == 400)
    let west = "S_INTERSECTS(geometry,BBOX(-180,-90,-90,90))"
    let east = "S_INTERSECTS(geometry,BBOX(90,-90,180,90))"
    #expect(try world.ids("\(west) AND \(east)").isEmpty)
    let pacific = try world.ids("S_INTERSECTS(geometry,BBOX(90,-90,-90,90))")
    #expect(try pacific == world.ids("\(west) OR \(east)"))
    for feature in try world.features().prefix(5) {
      let place = feature.coordinates.map { "\($0)" }.joined(separator: " ")
      #expect(try world.ids("S_INTERSECTS(geometry,POINT(\(place)))").contains(feature.id))
    }
  }

  @Test("/conf/basic-spatial-functions/test-data") func boxesFindWhatLiesInThem() throws {
    let europe = Set(
      try world.features().filter {
        (-10...30).contains($0.coordinates[0]) && (35...60).contains($0.coordinates[1])
      }.map(\.id))
    #expect(try world.ids("S_INTERSECTS(geometry,BBOX(-10,35,30,60))") == europe)
    #expect(
      try world.ids("NOT S_INTERSECTS(geometry,BBOX(-10,35,30,60))")
        == world.all().subtracting(europe))
  }

  @Test("/conf/cql2-text/escaping") func controlCharactersHaveNames() throws {
    #expect(
      try FilterText.condition(#"lens = 'it''s \'x\''"#)
        == .compare(.lens, .equal, .text("it's 'x'")))
    #expect(
      try FilterText.condition(#"lens = '\a\b\t\n\v\f\r'"#)
        == .compare(.lens, .equal, .text("\u{07}\u{08}\t\n\u{0B}\u{0C}\r")))
    #expect(
      try FilterText.condition(#"lens = 'C:\\tmp \% \x'"#)
        == .compare(.lens, .equal, .text(#"C:\tmp \% \x"#)))
  }
}
