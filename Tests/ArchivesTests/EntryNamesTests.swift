import Foundation
import TestSupport
import Testing

@testable import Archives

/// The names in an archive can be unpacked on any system.
@Suite struct EntryNamesTests {
  private func names(_ paths: String...) -> [String] {
    var names = EntryNames()
    return paths.map { names.add($0) }
  }

  @Test(arguments: [
    ("../../etc/passwd", "._/._/etc/passwd"), ("/etc/passwd", "etc/passwd"), ("./a", "_/a"),
    ("a//b", "a/b"), ("a\\..\\b", "a_.._b"), ("C:x", "C_x"), ("a\u{0}b\u{7}\n", "a_b__"),
    ("invoice\u{202E}gpj.exe", "invoice_gpj.exe"), ("nul", "_nul"), ("Com1.tar.gz", "_Com1.tar.gz"),
    ("console.jpg", "console.jpg"), ("a./b ", "a_/b_"), ("...", ".._"), ("", "_"), ("/", "_"),
    ("who?/what*.jpg", "who_/what_.jpg"), ("👨‍👩‍👧.jpg", "👨‍👩‍👧.jpg"), ("é日本/ß.jpg", "é日本/ß.jpg"),
  ])
  func whatSomeSystemDoesNotAllowIsReplaced(path: String, name: String) {
    #expect(names(path) == [name])
  }

  @Test func aNameThatIsTakenGetsANumber() {
    #expect(names("a.jpg", "a.jpg", "a.jpg") == ["a.jpg", "a (2).jpg", "a (3).jpg"])
    #expect(names("a (2).jpg", "a.jpg", "a.jpg") == ["a (2).jpg", "a.jpg", "a (3).jpg"])
    #expect(names("b/a", "c/a", "b/a") == ["b/a", "c/a", "b/a (2)"])
    #expect(names(".jpg", ".jpg") == [".jpg", ".jpg (2)"])
  }

  @Test func namesThatSomeFileSystemsTakeForTheSameAreDifferent() {
    #expect(names("IMG.jpg", "img.JPG") == ["IMG.jpg", "img (2).JPG"])
    #expect(names("\u{E9}", "e\u{301}") == ["\u{E9}", "e\u{301} (2)"])
    #expect(names("a?", "a*") == ["a_", "a_ (2)"])
  }

  @Test func noFileHasTheNameOfAFolder() {
    #expect(names("a", "a/b", "a/c", "a/b") == ["a", "a (2)/b", "a (2)/c", "a (2)/b (2)"])
    #expect(names("a/b", "A", "a") == ["a/b", "A (2)", "a (3)"])
  }

  @Test func randomNamesAreUniqueAndCanBeUnpacked() throws {
    var random = SeededRandom(seed: 3)
    var names = EntryNames()
    let parts = ["a", "A", "b", "..", "", "a ", "e\u{301}", "\u{E9}", "nul", "a (2)", "\\"]
    var files: Set<String> = []
    var folders: Set<String> = []
    for _ in 0..<2_000 {
      let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }
      let name = names.add(path.joined(separator: "/")).lowercased()
      #expect(files.insert(name).inserted)
      let components = name.split(separator: "/", omittingEmptySubsequences: false)
      #expect(!components.contains { ["", ".", ".."].contains($0) })
      for count in 1..<components.count {
        folders.insert(components.prefix(count).joined(separator: "/"))
      }
    }
    #expect(files.isDisjoint(with: folders))
  }

  @Test func manyEqualNamesTakeLinearTime() {
    var names = EntryNames()
    for number in 1...20_000 {
      let name = names.add("a.jpg")
      #expect(name == (number == 1 ? "a.jpg" : "a (\(number)).jpg"))
    }
  }
}
