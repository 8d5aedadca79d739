import Foundation
import PhotoExchange
import PhotoFacts
import PhotoIndex
import Query
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

  private func `import`(
    _ count: Int, to index: PhotoIndex, isStrict: Bool = false, rewinds: Bool = false
  ) throws -> ImportReport {
    var options = PhotoImporter.Options()
    options.format = .ndjson
    options.batchSize = 500
    options.isStrict = isStrict
    var document = Document(count)
    return try PhotoImporter(index: index, options: options).run(
      reading: { document.read() },
      rewinding: {
        document = Document(count)
        return rewinds
      })
  }

  @Test("begins again after another machine was first, if it is strict and may read again")
  func overtakenWhole() throws {
    let exchange = try Exchange(record: ContestedRecord { $0 <= 3 })
    let report = try `import`(2_345, to: exchange.index, isStrict: true, rewinds: true)
    #expect(report.records == 2_345)
    #expect(report.added == 2_345)
    #expect(try exchange.photos().count == 2_345)
    #expect(try exchange.index.integrityProblems().isEmpty)
  }

  @Test("stores nothing after another machine was first, if it is strict and cannot read again")
  func overtakenPipe() throws {
    let exchange = try Exchange(record: ContestedRecord { $0 == 1 })
    let error = #expect(throws: IndexError.self) {
      try `import`(2_345, to: exchange.index, isStrict: true)
    }
    #expect(error?.code == .overtaken)
    #expect(try exchange.photos().isEmpty)
  }

  @Test("does not begin again for ever") func overtakenAlways() throws {
    let exchange = try Exchange(record: ContestedRecord { _ in true })
    #expect(throws: IndexError.self) {
      try `import`(50, to: exchange.index, isStrict: true, rewinds: true)
    }
    #expect(try exchange.photos().isEmpty)
  }

  @Test("stores each photo once after another machine was first", arguments: 1...6)
  func overtaken(_ lost: Int) throws {
    let record = ContestedRecord { $0 == lost || $0 > lost && $0 % 2 == 0 }
    let exchange = try Exchange(record: record)
    let report = try `import`(2_345, to: exchange.index)
    #expect(report.records == 2_345)
    #expect(report.added == 2_345)
    #expect(report.updated == 0)
    #expect(try exchange.photos().count == 2_345)
    #expect(try exchange.index.integrityProblems().isEmpty)
  }

  /// Photos of a directory that is gone would be in no list and on no map.
  @Test("finds its directories again if another program has removed them")
  func forgotten() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(folder.file("photos.sqlite"))
    let record = ContestedRecord(isLost: { _ in false }) { commits in
      guard commits == 2 else { return }
      let other = try PhotoIndex(path: path, access: .writing)
      let count = try other.write { try $0.forget(ImportedRoot.name(for: nil), limit: 100_000) }
      #expect(count == 1_000)
    }
    let index = try PhotoIndex(path: path, access: .writing, record: record)
    let report = try `import`(2_345, to: index)
    #expect(report.added == 2_345)
    #expect(try index.read { try $0.count(PhotoFilter()) } == 1_345)
    #expect(try index.integrityProblems().isEmpty)
  }
}
