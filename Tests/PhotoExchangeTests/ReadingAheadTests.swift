import PhotoExchange
import PhotoFacts
import PhotoIndex
import Testing

/// Records are read ahead on a thread of their own, without visible effects.
@Suite struct ReadingAheadTests {
  private struct Torn: Error {}

  private func feature(_ number: Int) -> [UInt8] {
    Array(
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[\(number % 180),1]},\
      "properties":{"path":"\(number).jpg"}}

      """.utf8)
  }

  /// An importer with small batches.
  private func importer(_ exchange: Exchange, isStrict: Bool = false) -> PhotoImporter {
    var options = PhotoImporter.Options()
    options.format = .ndjson
    options.batchSize = 1_000
    options.isStrict = isStrict
    return PhotoImporter(index: exchange.index, options: options)
  }

  @Test func aFailedReadEndsTheImportAfterTheStoredBatches() throws {
    let exchange = try Exchange()
    var reads = 0
    #expect(throws: Torn.self) {
      _ = try importer(exchange).run(reading: {
        reads += 1
        guard reads <= 5_500 else { throw Torn() }
        return feature(reads)
      })
    }
    #expect(reads == 5_501)
    #expect(try exchange.photos().map(\.path.description) == (1...5_000).map { "\($0).jpg" })
  }

  @Test func aRefusedImportEndsAlthoughItsInputIsEndless() throws {
    let exchange = try Exchange()
    var reads = 0
    var isOver = false
    #expect(throws: ImportRefused.self) {
      _ = try importer(exchange, isStrict: true).run(reading: {
        #expect(!isOver)
        reads += 1
        return reads == 3_000 ? Array("{}\n".utf8) : feature(reads)
      })
    }
    isOver = true
    #expect(try exchange.photos().isEmpty)
    // Some pieces of a thousand records are read ahead.
    #expect((3_000..<20_000).contains(reads))
  }

  @Test func aStopEndsAnImportOfEndlessInput() throws {
    let exchange = try Exchange()
    var reads = 0
    let report = try importer(exchange).run(
      reading: {
        reads += 1
        return feature(reads)
      }, onProgress: { $0.records < 8_192 })
    #expect(report.wasInterrupted)
    #expect(report.records == 8_192)
    #expect(try exchange.photos().count == 8_192)
  }

  @Test func progressIncludesTheBytesOfTheRecords() throws {
    let exchange = try Exchange()
    let lines = (1...10_000).map(feature)
    var seen: [Int: Int] = [:]
    var rest = Array(lines.joined())[...]
    _ = try importer(exchange).run(
      reading: {
        defer { rest = rest.dropFirst(5_000) }
        return Array(rest.prefix(5_000))
      },
      onProgress: {
        seen[$0.records] = $0.bytes
        return true
      })
    #expect(
      seen == [
        4_096: lines[..<4_096].joined().count, 8_192: lines[..<8_192].joined().count,
      ])
  }
}
