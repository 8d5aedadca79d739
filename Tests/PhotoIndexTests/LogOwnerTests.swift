import Foundation
import PhotoFacts
import SQLite
import TestSupport
import Testing

@testable import PhotoIndex

/// What is read of an index and its log before SQLite opens them.
@Suite struct LogOwnerTests {
  private let folder: TemporaryDirectory
  private let path: FilePath

  /// Copies an index with its log after each of some transactions, while it is open.
  init() throws {
    folder = try TemporaryDirectory()
    path = FilePath(folder.file("index"))
    let index = try PhotoIndex(path: path, access: .writing)
    for second in 1...Self.count { try index.write { try $0.noteScanEnd(at: Int64(second)) } }
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: "\(path)\(ending)", toPath: folder.file("copy\(ending)"))
    }
  }

  private static let count = 5

  private func states(_ log: String) throws -> [StatePage?] {
    try LogFrames(of: StatePage.number, in: FilePath(log))?.versions.map { StatePage($0) } ?? []
  }

  @Test func aLogHasTheStateOfEachTransaction() throws {
    let states = try states(folder.file("copy-wal")).compactMap(\.self)
    #expect(states.suffix(Self.count).map(\.transactions) == (1...Self.count).map { Int64($0) })
    #expect(Set(states.map(\.identity)).count == 1)
    #expect(Set(states.map(\.version)) == [1])
    let index = try PhotoIndex(path: FilePath(folder.file("copy")), access: .reading)
    #expect(try index.read { try $0.identity() } == states.last?.identity)
    #expect(try index.read { try $0.lastScanEnd() } == Int64(Self.count))
  }

  /// As after a power cut; SQLite applies a log up to the last transaction that is whole.
  @Test func aLogThatIsTruncatedHasTheFirstOfItsStatesAndIsStillThatOfItsFile() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("copy-wal")))
    let all = try states(folder.file("copy-wal"))
    let log = folder.file("part-wal")
    for count in stride(from: 0, to: whole.count, by: 61) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: log))
      let found = try states(log)
      let isStart = zip(found.dropLast(), all).allSatisfy { $0 == $1 }
      #expect(found.count <= all.count, "\(count)")
      #expect(isStart, "\(count)")
    }
    for count in stride(from: 0, to: whole.count, by: 1_021) {
      try whole.prefix(count).write(to: URL(fileURLWithPath: folder.file("copy-wal")))
      try LogOwner.check(FilePath(folder.file("copy")))
      #expect(!FileManager.default.fileExists(atPath: folder.file("copy-wal-of-another-index")))
    }
  }

  /// SQLite then writes pages behind that of the state, whose newest version is later, and zeros in its place.
  @Test func aLogThatCouldBeAppliedOnlyInPartBecauseOfAReaderIsThatOfItsFile() throws {
    let path = FilePath(folder.file("read"))
    let index = try PhotoIndex(path: path, access: .writing)
    try index.write { try $0.noteScanEnd(at: 1) }
    try index.read { reader in
      _ = try reader.identity()
      try PhotoIndex(path: path, access: .writing).write { try $0.noteScanEnd(at: 2) }
      try Connection(path: path, access: .readWrite).execute("PRAGMA wal_checkpoint(PASSIVE)")
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: "\(path)\(ending)", toPath: folder.file("begun\(ending)"))
      }
    }
    let begun = try Data(contentsOf: URL(fileURLWithPath: folder.file("begun")))
    #expect(begun.count > 2 * 4_096)
    #expect(begun.dropFirst(4_096).prefix(4_096).allSatisfy { $0 == 0 })
    try LogOwner.check(FilePath(folder.file("begun")))
    #expect(!FileManager.default.fileExists(atPath: folder.file("begun-wal-of-another-index")))
    let copy = try PhotoIndex(path: FilePath(folder.file("begun")), access: .reading)
    #expect(try copy.read { try $0.lastScanEnd() } == 2)
  }

  @Test func aPageThatIsTruncatedOrRandomHasNoStateOrAnyButIsNoCrash() throws {
    let log = try Data(contentsOf: URL(fileURLWithPath: folder.file("copy-wal")))
    let frames = Array(stride(from: 32, to: log.count, by: 4_120))
    let start = try #require(frames.last { log[$0 + 3] == 2 }) + 24
    let page = [UInt8](log[start..<start + 4_096])
    #expect(StatePage(page) != nil)
    for count in 0..<page.count { _ = StatePage(Array(page.prefix(count))) }
    #expect(StatePage(Array(page.prefix(4_000))) == nil)
    var random = SeededRandom(seed: 7)
    for _ in 0..<20_000 {
      var changed = page
      for _ in 0..<3 {
        let place = Bool.random(using: &random) ? 0..<64 : 3_900..<4_096
        changed[Int.random(in: place, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = StatePage(changed)
    }
  }
}
