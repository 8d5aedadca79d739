import Foundation
import PhotoFacts
import PhotoScanner
import TestSupport
import Testing

/// Several folders given together are one library.
@Suite struct SeveralRootsTests {
  let scanned: ScannedLibrary
  let roots: [String]
  var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    roots = ["one", "two"].map(scanned.library.file)
    try library.add("one/a.jpg")
    try library.add("one/b.jpg", as: "2021-egypt/pyramids.jpg")
    try library.add("two/c.jpg", as: "2024-japan/mount-fuji.jpg")
    try library.add("two/d.jpg", as: "2019-nepal/boudhanath.jpg")
    try scanned.scan(roots)
  }

  @Test(arguments: [("one/a.jpg", "two/new.jpg"), ("two/c.jpg", "one/new.jpg")])
  func aFileThatMovesFromOneToTheOtherKeepsItsId(old: String, new: String) throws {
    let before = try scanned.ids()
    try library.move(old, to: new)
    let report = try scanned.scan(roots)
    #expect(report.moved == 1)
    #expect(report.removed == 0)
    #expect(report.added == 0)
    #expect(Set(try scanned.ids().values) == Set(before.values))
    #expect(try scanned.ids()["new.jpg"] == before[String(old.suffix(5))])
  }

  @Test(arguments: [("one/a.jpg", "two/new.jpg"), ("two/c.jpg", "one/new.jpg")])
  func aCopyInTheOtherOfAFileThatIsGoneIsTheSamePhoto(old: String, new: String) throws {
    let before = try scanned.ids()
    try FileManager.default.copyItem(atPath: library.file(old), toPath: library.file(new))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
      ofItemAtPath: library.file(new))
    try library.remove(old)
    #expect(try scanned.scan(roots).moved == 1)
    #expect(try scanned.ids()["new.jpg"] == before[String(old.suffix(5))])
  }

  @Test(arguments: [0, 1]) func oneThatIsMissingDoesNotKeepTheOtherFromBeingScanned(position: Int)
    throws
  {
    let names = ["one", "two"]
    try library.move(names[position], to: "away")
    try library.add("\(names[1 - position])/new.jpg", as: "2019-nepal/boudhanath.jpg")
    let report = try scanned.scan(roots)
    #expect(report.added == 1)
    #expect(report.removed == 0)
    #expect(report.errors.map(\.path.description) == [roots[position]])
    #expect(try scanned.ids().count == 5)
  }

  @Test(arguments: [0, 1]) func oneThatIsEmptyDoesNotKeepTheOtherFromBeingScanned(position: Int)
    throws
  {
    let names = ["one", "two"]
    for file in try FileManager.default.contentsOfDirectory(atPath: roots[position]) {
      try library.remove("\(names[position])/\(file)")
    }
    try library.add("\(names[1 - position])/new.jpg", as: "2019-nepal/boudhanath.jpg")
    let report = try scanned.scan(roots)
    #expect(report.added == 1)
    #expect(report.removed == 0)
    #expect(report.errors.map(\.path.description) == [roots[position]])
    #expect(try scanned.scan(roots) { $0.allowsEmpty = true }.removed == 2)
  }
}
