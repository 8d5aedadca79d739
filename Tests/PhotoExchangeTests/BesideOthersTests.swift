import Foundation
import PhotoExchange
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@Suite("An import beside other programs") struct BesideOthersTests {
  /// A document that is read in pieces of ten features, in thirty folders.
  private struct Document {
    var count: Int
    private var number = 0

    init(_ count: Int) { self.count = count }

    mutating func read() -> [UInt8] {
      let numbers = number..<min(number + 10, count)
      number = numbers.upperBound
      return Array(
        numbers.map {
          """
          {"type":"Feature","geometry":{"type":"Point","coordinates":[\($0 % 180),1]},\
          "properties":{"path":"d\($0 % 30)/\($0).jpg"}}

          """
        }.joined().utf8)
    }
  }

  private func `import`(_ count: Int, to exchange: Exchange) throws -> ImportReport {
    var options = PhotoImporter.Options()
    options.format = .ndjson
    options.batchSize = 500
    var document = Document(count)
    return try PhotoImporter(index: exchange.index, options: options).run(reading: {
      document.read()
    })
  }

  @Test("stores each photo once after another machine was first", arguments: 1...6)
  func overtaken(_ lost: Int) throws {
    let record = ContestedRecord { $0 == lost || $0 > lost && $0 % 2 == 0 }
    let exchange = try Exchange(record: record)
    let report = try `import`(2_345, to: exchange)
    #expect(report.records == 2_345)
    #expect(report.added == 2_345)
    #expect(report.updated == 0)
    #expect(try exchange.photos().count == 2_345)
    #expect(try exchange.index.integrityProblems().isEmpty)
  }

  /// Photos of a directory that is gone would be in no list and on no map.
  @Test("finds its directories again if another program has removed them")
  func forgotten() async throws {
    let exchange = try Exchange()
    let root = ImportedRoot.name(for: nil)
    let other = try PhotoIndex(path: exchange.index.path, access: .writing)
    let forgetting = Task {
      var count = 0
      while !Task.isCancelled {
        count += try other.write { try $0.forget(root, limit: 100_000) }
      }
      return count
    }
    let report = try `import`(60_000, to: exchange)
    forgetting.cancel()
    #expect(report.added == 60_000)
    #expect(try await forgetting.value > 0)
    #expect(try exchange.index.integrityProblems().isEmpty)
  }
}
