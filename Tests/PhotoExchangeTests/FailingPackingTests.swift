import SQLite
import TestSupport
import Testing

@testable import PhotoExchange
@testable import PhotoIndex

/// An import has stored all records before it packs the grid, so it ends well if that fails.
@Suite struct FailingImportPackingTests {
  private func lines(_ numbers: Range<Int>, _ random: inout SeededRandom) -> String {
    numbers.map { number in
      let longitude = Double.random(in: -179...179, using: &random)
      let latitude = Double.random(in: -80...80, using: &random)
      return """
        {"type":"Feature","geometry":{"type":"Point","coordinates":[\(longitude),\(latitude)]},\
        "properties":{"path":"\(number).jpg","root":"/p"}}

        """
    }.joined()
  }

  @Test func theImportStillEndsWellAndTheIndexIsSound() throws {
    let exchange = try Exchange()
    var random = SeededRandom(seed: 18)
    for batch in 0..<12 {
      try exchange.read(lines(batch * 300..<(batch + 1) * 300, &random)) { $0.format = .ndjson }
    }
    try #require(try exchange.index.write { try $0.hasLooseRuns() })
    // Only packing removes almost all runs at once.
    try exchange.index.write { writer in
      try writer.connection.execute(
        """
        CREATE TRIGGER no_packing BEFORE DELETE ON grid_run
        WHEN (SELECT count(*) FROM grid_run) < 5 BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
        """)
    }
    #expect(throws: IndexError.self) { try exchange.index.packRuns() }
    let report = try exchange.read(lines(4_000..<4_100, &random)) { options in
      (options.format, options.batchSize) = (.ndjson, 50)
    }
    #expect(report.added == 100)
    #expect(try exchange.index.integrityProblems().isEmpty)
    #expect(try exchange.index.write { try $0.hasLooseRuns() })
    try exchange.index.write { try $0.connection.execute("DROP TRIGGER no_packing") }
    let last = try exchange.read(lines(5_000..<5_100, &random)) { options in
      (options.format, options.batchSize) = (.ndjson, 50)
    }
    #expect(last.added == 100)
    #expect(try !exchange.index.write { try $0.hasLooseRuns() })
  }
}
