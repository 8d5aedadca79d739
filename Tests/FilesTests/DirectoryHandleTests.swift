import Files
import Foundation
import TestSupport
import Testing

@Suite("An open directory") struct DirectoryHandleTests {
  private let temporary: TemporaryDirectory
  private let top: String

  init() throws {
    let files = FileManager.default
    temporary = try TemporaryDirectory()
    top = temporary.file("top")
    try files.createDirectory(atPath: top + "/sub", withIntermediateDirectories: true)
    for (name, text) in [
      ("secret.txt", "secret"), ("top/a.txt", "a"), ("top/sub/b.txt", "b"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: temporary.file(name)))
    }
    for (name, target) in [
      ("out.txt", "../secret.txt"), ("absolute.txt", temporary.file("secret.txt")),
      ("up", ".."), ("in.txt", "sub/b.txt"), ("inner", "sub"), ("loop", "loop"),
      ("magic.txt", "/proc/self/exe"),
    ] {
      try files.createSymbolicLink(atPath: top + "/" + name, withDestinationPath: target)
    }
    #expect(unsafe mkfifo(top + "/pipe", 0o600) == 0)
  }

  private func content(
    _ path: String, _ links: SymbolicLinks, isStepwise: Bool, beneath directory: String? = nil
  ) throws -> String {
    let handle = try DirectoryHandle(
      path: Array((directory ?? top).utf8), links: links, isStepwise: isStepwise)
    let file = try handle.file(Array(path.utf8), links: links)
    return String(decoding: try file.read(0..<file.size), as: UTF8.self)
  }

  @Test("opens the files beneath it", arguments: [false, true])
  func plain(isStepwise: Bool) throws {
    for links in [SymbolicLinks.refused, .followedBeneath, .followed] {
      #expect(try content("a.txt", links, isStepwise: isStepwise) == "a")
      #expect(try content("sub/b.txt", links, isStepwise: isStepwise) == "b")
    }
  }

  @Test(
    "opens nothing outside of it, nothing behind a link and nothing but files",
    arguments: [false, true],
    [
      "../secret.txt", "sub/../../secret.txt", "sub/../a.txt", "/etc/passwd", "out.txt",
      "absolute.txt", "up/secret.txt", "in.txt", "inner/b.txt", "loop", "magic.txt", "pipe", "sub",
      "nothing", "", ".", "a.txt/", "a.txt\0",
    ])
  func refused(isStepwise: Bool, path: String) {
    #expect(throws: SystemError.self) { try content(path, .refused, isStepwise: isStepwise) }
  }

  @Test("names a link as the reason, with and without the kernel's help", arguments: [false, true])
  func reason(isStepwise: Bool) {
    for path in ["out.txt", "inner/b.txt", "up/secret.txt"] {
      #expect(throws: SystemError(code: ELOOP)) {
        try content(path, .refused, isStepwise: isStepwise)
      }
    }
  }

  @Test("follows links that stay beneath it, if the kernel supports that")
  func beneath() throws {
    #expect(try content("in.txt", .followedBeneath, isStepwise: false) == "b")
    #expect(try content("inner/b.txt", .followedBeneath, isStepwise: false) == "b")
    for path in ["out.txt", "absolute.txt", "up/secret.txt", "magic.txt", "loop"] {
      for isStepwise in [false, true] {
        #expect(throws: SystemError.self) {
          try content(path, .followedBeneath, isStepwise: isStepwise)
        }
      }
    }
  }

  @Test("follows links anywhere if that is wanted, but not those that are no paths")
  func followed() throws {
    for isStepwise in [false, true] {
      #expect(try content("out.txt", .followed, isStepwise: isStepwise) == "secret")
      #expect(try content("inner/b.txt", .followed, isStepwise: isStepwise) == "b")
      #expect(throws: SystemError.self) {
        try content("../secret.txt", .followed, isStepwise: isStepwise)
      }
    }
    #expect(throws: SystemError.self) { try content("magic.txt", .followed, isStepwise: false) }
  }

  @Test("is not reached through a link above it", arguments: [false, true])
  func linkAbove(isStepwise: Bool) throws {
    let other = temporary.file("other")
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: "top")
    for directory in [other, other + "/sub", top + "/inner"] {
      #expect(throws: SystemError(code: ELOOP)) {
        try content("b.txt", .refused, isStepwise: isStepwise, beneath: directory)
      }
    }
    #expect(
      try content("sub/b.txt", .followed, isStepwise: isStepwise, beneath: other) == "b")
  }

  @Test("gives a file that notices when it is written to")
  func unchanged() throws {
    let directory = try DirectoryHandle(path: Array(top.utf8), links: .refused)
    let file = try directory.file(Array("a.txt".utf8), links: .refused)
    #expect(file.isUnchanged)
    let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: top + "/a.txt"))
    try writer.write(contentsOf: Data("b".utf8))
    try writer.close()
    #expect(!file.isUnchanged)
  }

  @Test("never follows a link that replaces a file meanwhile", arguments: [false, true])
  func race(isStepwise: Bool) throws {
    let swapper = Thread { [top] in
      while !Thread.current.isCancelled {
        _ = unsafe rename(top + "/sub", top + "/kept")
        _ = unsafe symlink("..", top + "/sub")
        _ = unsafe unlink(top + "/sub")
        _ = unsafe rename(top + "/kept", top + "/sub")
      }
    }
    try Data("b".utf8).write(to: URL(fileURLWithPath: top + "/sub/secret.txt"))
    swapper.start()
    defer { swapper.cancel() }
    for _ in 0..<20_000 {
      let found = try? content("sub/secret.txt", .refused, isStepwise: isStepwise)
      #expect(found == nil || found == "b")
    }
  }
}
