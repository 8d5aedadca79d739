import Files
import Foundation
import TestSupport
import Testing

@Suite("The real path of a file") struct RealPathTests {
  private let temporary: TemporaryDirectory

  init() throws {
    temporary = try TemporaryDirectory()
    let files = FileManager.default
    try files.createDirectory(
      atPath: temporary.file("real"), withIntermediateDirectories: true)
    for (name, target) in [
      ("folder", "real"), ("real/link", "file"), ("far", temporary.file("real/file")),
      ("chain", "folder/link"), ("loop", "loop"), ("nowhere", "missing/file"),
    ] {
      try files.createSymbolicLink(atPath: temporary.file(name), withDestinationPath: target)
    }
  }

  private func future(_ name: String) -> String {
    String(decoding: RealPath.future(Array(temporary.file(name).utf8)), as: UTF8.self)
  }

  @Test("is the same for all names, before the file exists and after", arguments: [false, true])
  func names(exists: Bool) throws {
    let real = temporary.file("real/file")
    if exists { try Data().write(to: URL(fileURLWithPath: real)) }
    for name in ["real/file", "folder/file", "real/link", "folder/link", "far", "chain"] {
      #expect(future(name) == real, "\(name)")
      #expect(future("real/../" + name) == real, "\(name)")
    }
  }

  @Test("is the unchanged path if its folder does not exist")
  func nowhere() {
    #expect(future("missing/file") == temporary.file("missing/file"))
    #expect(future("loop") == temporary.file("loop"))
    #expect(future("nowhere") == temporary.file("missing/file"))
    #expect(RealPath.future(Array("/".utf8)) == Array("/".utf8))
    #expect(RealPath.future([]) == [])
    #expect(throws: SystemError.self) { try RealPath.existing(Array("/nothing".utf8)) }
  }
}
