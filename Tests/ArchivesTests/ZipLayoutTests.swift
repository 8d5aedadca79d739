import Compression
import Foundation
import TestSupport
import Testing

@testable import Archives

/// The layout of an archive is that of ZIP, as Python and Info-ZIP read it.
@Suite struct ZipLayoutTests {
  /// What Python reads from the directory of an archive.
  private struct Listed: Decodable, Equatable {
    var name: String
    var size: Int
    var start: Int
    var time: [Int]
    var checksum: UInt32
  }

  private static let lister = """
    import json, sys, zipfile
    with zipfile.ZipFile(sys.argv[1]) as archive:
      if sys.argv[2] == "read": assert archive.testzip() is None
      for i in archive.infolist():
        assert i.compress_type == 0 and i.compress_size == i.file_size and i.flag_bits == 0x808
      print(json.dumps([dict(name=i.filename, size=i.file_size, start=i.header_offset, time=i.date_time,
        checksum=i.CRC) for i in archive.infolist()]))
    """

  private func list(_ path: String, reading: Bool = true) throws -> [Listed] {
    let outcome = try Program.run("python3", ["-c", Self.lister, path, reading ? "read" : "list"])
    try #require(outcome.code == 0, "\(outcome.messages)")
    return try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8))
  }

  /// Writes the archive, whose contents are holes if there are none.
  private func write(
    _ layout: ZipLayout, _ contents: [[UInt8]]? = nil, to path: String
  ) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    var offset = 0
    while offset < layout.count {
      let (part, range) = layout.part(at: offset)
      try #require(range.lowerBound == offset)
      let bytes = bytes(of: part, layout, contents)
      if let bytes {
        #expect(bytes.count == range.count)
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data(bytes))
      }
      offset = range.upperBound
    }
    #expect(offset == layout.count)
    try file.close()
  }

  private func bytes(
    of part: ZipLayout.Part, _ layout: ZipLayout, _ contents: [[UInt8]]?
  ) -> [UInt8]? {
    func checksum(_ index: Int) -> UInt32 { contents.map { Checksum(of: $0[index]).value } ?? 0 }
    switch part {
    case .header(let index): return layout.header(index)
    case .content(let index): return contents?[index]
    case .descriptor(let index): return layout.descriptor(index, checksum: checksum(index))
    case .line(let index): return layout.line(index, checksum: checksum(index))
    case .end: return layout.end
    }
  }

  private func layout(_ entries: [(name: String, size: Int)]) -> ZipLayout {
    var layout = ZipLayout()
    for entry in entries {
      layout.append(.init(name: entry.name, size: entry.size, modified: .first))
    }
    return layout
  }

  @Test func pythonAndInfoZipReadTheArchive() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("a.zip")
    let time = ZipTime(localMilliseconds: 1_714_564_801_000)  // 2024-05-01T12:00:01
    let contents: [[UInt8]] = [Array("abc".utf8), [], Array(repeating: 7, count: 100_000)]
    var layout = ZipLayout()
    for (name, content) in Swift.zip(["a.jpg", "Süd/日本.jpg", "Süd/b"], contents) {
      layout.append(.init(name: name, size: content.count, modified: time))
    }
    try write(layout, contents, to: path)
    let listed = try list(path)
    #expect(listed.map(\.name) == ["a.jpg", "Süd/日本.jpg", "Süd/b"])
    #expect(listed.map(\.size) == contents.map(\.count))
    #expect(listed.map(\.start) == layout.starts)
    #expect(listed.map(\.time) == Array(repeating: [2024, 5, 1, 12, 0, 0], count: 3))
    for (program, option) in [("unzip", "-tqq"), ("zip", "-Tq")] {
      let outcome = try Program.run(program, [option, path])
      #expect(outcome.code == 0, "\(outcome.output) \(outcome.messages)")
    }
  }

  @Test func anArchiveWithoutEntriesIsEmpty() throws {
    let folder = try TemporaryDirectory()
    try write(ZipLayout(), [], to: folder.file("a.zip"))
    #expect(try list(folder.file("a.zip")).isEmpty)
  }

  /// Holes take no space.
  @Test func sizesAndOffsetsBeyondFourGigabytesAreReadAsZip64() throws {
    let edge = Int(UInt32.max)
    for sizes in [
      [edge - 1], [edge], [edge + 1], [20 << 30, 1], [1, edge - 80, 2, 3], [edge - 48, 0],
      [edge - 49, 0],
      [edge - 50, 0],
    ] {
      let folder = try TemporaryDirectory()
      let layout = layout(sizes.enumerated().map { ("\($0.offset)", $0.element) })
      try write(layout, to: folder.file("a.zip"))
      let listed = try list(folder.file("a.zip"), reading: false)
      #expect(listed.map(\.size) == sizes)
      #expect(listed.map(\.start) == layout.starts)
      let outcome = try Program.run("unzip", ["-lqq", folder.file("a.zip")])
      #expect(outcome.code == 0, "\(sizes): \(outcome.messages)")
    }
  }

  @Test(arguments: [65_534, 65_535, 65_536])
  func anyNumberOfEntriesIsRead(count: Int) throws {
    let folder = try TemporaryDirectory()
    let layout = layout((0..<count).map { ("\($0)", 0) })
    try write(layout, Array(repeating: [], count: count), to: folder.file("a.zip"))
    #expect(try list(folder.file("a.zip"), reading: false).map(\.start) == layout.starts)
    #expect(try Program.run("unzip", ["-lqq", folder.file("a.zip")]).code == 0)
  }

  @Test func eachByteIsFoundInItsPart() throws {
    var random = SeededRandom(seed: 5)
    let sizes = (0..<40).map { _ in Int.random(in: 0...9, using: &random) }
    let layout = layout(
      sizes.enumerated().map { (String(repeating: "n", count: $0.offset), $0.element) })
    var expected: [(ZipLayout.Part, Range<Int>)] = []
    for offset in 0..<layout.count {
      let found = layout.part(at: offset)
      #expect(found.range.contains(offset))
      if expected.last?.1.contains(offset) != true { expected.append(found) }
      #expect(expected.last?.0 == found.part)
    }
    let entries = sizes.enumerated().flatMap { index, size -> [ZipLayout.Part] in
      [.header(index)] + (size > 0 ? [.content(index)] : []) + [.descriptor(index)]
    }
    #expect(expected.map(\.0) == entries + sizes.indices.map { .line($0) } + [.end])
  }

  private static let times: [(milliseconds: Int64, fields: [Int])] = [
    (.min, [1980, 1, 1, 0, 0, 0]), (-1, [1980, 1, 1, 0, 0, 0]),
    (315_532_799_999, [1980, 1, 1, 0, 0, 0]), (315_532_800_000, [1980, 1, 1, 0, 0, 0]),
    (951_868_799_000, [2000, 2, 29, 23, 59, 58]), (4_354_819_199_000, [2107, 12, 31, 23, 59, 58]),
    (4_354_819_200_000, [2107, 12, 31, 23, 59, 58]), (.max, [2107, 12, 31, 23, 59, 58]),
  ]

  @Test(arguments: times)
  func aTimeIsTheNearestThatZipCanStore(milliseconds: Int64, fields: [Int]) {
    let number = Int(ZipTime(localMilliseconds: milliseconds).number)
    let date = [(number >> 25) + 1980, number >> 21 & 15, number >> 16 & 31]
    #expect(date + [number >> 11 & 31, number >> 5 & 63, (number & 31) * 2] == fields)
  }
}
