import Foundation
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing

/// No photo is removed because its folder could not be read.
@Suite struct SafetyTests {
  let library: Library
  let index: PhotoIndex

  init() throws {
    library = try Library()
    index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    for number in 0..<5 { try library.add("trip/\(number).jpg") }
    try scan()
  }

  @discardableResult
  private func scan(_ folders: [String]? = nil, allowsEmpty: Bool = false) throws -> ScanReport {
    var options = ScanOptions()
    options.allowsEmpty = allowsEmpty
    return try PhotoScanner(index: index, options: options)
      .scan((folders ?? [library.root]).map { FilePath($0) })
  }

  private func located() throws -> Int { try index.read { try $0.summary().located } }

  @Test func aFolderThatIsNotThereIsRefused() throws {
    try FileManager.default.moveItem(atPath: library.root, toPath: library.root + "-away")
    let error = #expect(throws: ScanError.self) { try scan() }
    #expect(error?.code == .rootMissing)
    #expect(try located() == 5)
  }

  @Test func aFolderThatIsSuddenlyEmptyIsRefusedUntilThatIsConfirmed() throws {
    try library.remove("trip")
    let error = #expect(throws: ScanError.self) { try scan() }
    #expect(error?.code == .rootEmpty)
    #expect(error?.message.contains("--allow-empty") == true)
    #expect(try located() == 5)
    #expect(try scan(allowsEmpty: true).removed == 5)
    #expect(try located() == 0)
  }

  @Test func aFileInPlaceOfAFolderIsRefused() throws {
    let error = #expect(throws: ScanError.self) { try scan([library.file("trip/1.jpg")]) }
    #expect(error?.code == .rootMissing)
  }

  /// Root ignores permissions, so the test uses a directory that cannot be opened otherwise.
  @Test func photosBelowADirectoryThatCannotBeListedStay() throws {
    try library.add("other/a.jpg", as: "2021-egypt/pyramids.jpg")
    try scan()
    // A followed cycle of links in place of a directory cannot be opened.
    try FileManager.default.moveItem(
      atPath: library.file("trip"), toPath: library.root + "-trip")
    try FileManager.default.createSymbolicLink(
      atPath: library.file("trip"), withDestinationPath: library.file("trip"))
    var options = ScanOptions()
    options.followsSymlinks = true
    _ = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)])
    try FileManager.default.removeItem(atPath: library.file("trip"))
    try FileManager.default.moveItem(
      atPath: library.root + "-trip", toPath: library.file("trip"))
    let report = try scan()
    #expect(report.located == 6)
  }

  @Test func aSecondScanOfTheSameIndexNamesTheRunningScan() throws {
    // A symbolic link leads to the same index.
    let link = library.root + "-link.sqlite"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: library.database)
    let other = try PhotoIndex(path: FilePath(link), access: .writing)
    let root = FilePath(library.root)
    _ = try PhotoScanner(index: index).scan([root]) { _ in
      let error = #expect(throws: ScanError.self) { try PhotoScanner(index: other).scan([root]) }
      #expect(error?.code == .locked)
      #expect(error?.message.contains("\(getpid())") == true)
      return true
    }
    #expect(try located() == 5)
    _ = try PhotoScanner(index: other).scan([root])
  }

  @Test func aPartOfAFolderIsRefreshedWithoutTouchingTheRest() throws {
    try library.add("other/a.jpg", as: "2021-egypt/pyramids.jpg")
    try scan()
    try library.remove("trip/0.jpg")
    try library.remove("other")
    let report = try scan([library.file("trip")])
    #expect(report.files == 4)
    #expect(report.removed == 1)
    #expect(try located() == 5)
    #expect(try index.read { try $0.roots().count } == 1)
  }

  @Test func aFolderAroundAScannedOneAbsorbsItAndKeepsTheIds() throws {
    let fresh = try PhotoIndex(
      path: FilePath(library.database + "2"), access: .writing)
    _ = try PhotoScanner(index: fresh).scan([FilePath(library.file("trip"))])
    let before = try fresh.read { try $0.photo(1)?.file }
    let report = try PhotoScanner(index: fresh).scan([FilePath(library.root)])
    #expect(report.unchanged == 5)
    #expect(report.added == 0)
    #expect(try fresh.read { try $0.photo(1)?.file } == before)
    #expect(try fresh.read { try $0.roots() } == [FilePath(library.root)])
    #expect(try fresh.integrityProblems().isEmpty)
  }

  @Test func aFolderGivenBeforeTheOneAroundItIsScannedOnce() throws {
    let fresh = try PhotoIndex(path: FilePath(library.database + "3"), access: .writing)
    let report = try PhotoScanner(index: fresh)
      .scan([library.file("trip"), library.root].map { FilePath($0) })
    #expect(report.files == 5)
    #expect(try fresh.read { try $0.roots() } == [FilePath(library.root)])
  }

  @Test func theSameFolderGivenTwiceIsScannedOnce() throws {
    let report = try scan([library.root, library.root + "/trip/../trip", library.root])
    #expect(report.files == 5)
    #expect(report.roots.count == 1)
  }
}
