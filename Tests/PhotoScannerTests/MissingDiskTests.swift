import Foundation
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import PhotoScanner

/// Photos of a missing disk stay, whatever is at its mount point.
@Suite struct MissingDiskTests {
  private let scanned: ScannedLibrary
  private let disks = FakeDisks()
  private var library: Library { scanned.library }

  init() throws {
    scanned = try ScannedLibrary()
    try library.add("stays.jpg")
    try library.add("disk/a.jpg", as: "2021-egypt/pyramids.jpg")
    try library.add("disk/sub/b.jpg", as: "2024-japan/mount-fuji.jpg")
    disks.mount("holidays", at: library.file("disk"))
    try scan()
  }

  @discardableResult
  private func scan(_ change: (inout ScanOptions) -> Void = { _ in }) throws -> ScanReport {
    try scanned.scan {
      $0.fileSystems = disks.lookup
      change(&$0)
    }
  }

  private func takeAway() throws {
    disks.mount(nil, at: library.file("disk"))
    try library.move("disk", to: "../away")
  }

  private func bringBack() throws {
    try? library.remove("disk")
    try library.move("../away", to: "disk")
    disks.mount("holidays", at: library.file("disk"))
  }

  enum Place: CaseIterable { case gone, empty, marked, strayPhoto, strayFolder }

  private func leave(_ place: Place) throws {
    switch place {
    case .gone: return
    case .empty:
      try FileManager.default.createDirectory(
        atPath: library.file("disk"), withIntermediateDirectories: false)
    case .marked: try library.write("disk/NOT_MOUNTED", Data("mount the disk".utf8))
    case .strayPhoto: try library.add("disk/new.jpg", as: "2018-california/golden-gate.jpg")
    case .strayFolder: try library.add("disk/other/new.jpg", as: "2018-california/golden-gate.jpg")
    }
  }

  @Test(arguments: Place.allCases)
  func thePhotosOfAMissingDiskStayUntilThatIsConfirmed(place: Place) throws {
    let before = try scanned.ids()
    try takeAway()
    try leave(place)
    for _ in 0..<3 {
      let report = try scan()
      #expect(report.removed == 0)
      #expect(report.moved == 0)
      #expect(report.errors.count == 1)
      #expect(report.errors.first?.path == FilePath(library.file("disk")))
      #expect(report.errors.first?.reason.contains("the disk holidays") == true)
      #expect(try scanned.ids().filter { before[$0.key] != nil } == before)
    }
    #expect(try scan { $0.allowsEmpty = true }.removed == 2)
    #expect(try scan().errors.isEmpty)
  }

  /// The first refresh reports the disk; later ones must keep the photos too, without knowing of that report.
  @Test(arguments: Place.allCases)
  func aWatcherKeepsThePhotosOfAMissingDisk(place: Place) throws {
    let before = try scanned.ids()
    let watched = try WatchedFolders(library, change: { $0.fileSystems = disks.lookup })
    #expect(watched.ids() == before)
    try takeAway()
    try leave(place)
    let disk = FilePath(library.file("disk"))
    #expect(
      eventually {
        watched.notes.count {
          guard case .unreadable(disk, let reason) = $0 else { return false }
          return reason.contains("the disk holidays")
        } > 0
      })
    for number in 0..<2 {
      try library.add("later\(number).jpg")
      if place != .gone { try library.write("disk/note\(number).txt", Data()) }
      #expect(eventually { watched.ids()["later\(number).jpg"] != nil })
      #expect(watched.ids().filter { before[$0.key] != nil } == before)
    }
    watched.stop()
    #expect(watched.ids().filter { before[$0.key] != nil } == before)
    #expect(try watched.index.integrityProblems().isEmpty)
  }

  @Test(arguments: Place.allCases)
  func aDiskThatComesBackHasItsPhotosUnderTheirIds(place: Place) throws {
    let before = try scanned.ids()
    try takeAway()
    try leave(place)
    try scan()
    try bringBack()
    let report = try scan()
    #expect(report.errors.isEmpty)
    #expect(report.added == 0)
    #expect(try scanned.ids() == before)
    try library.remove("disk/sub")
    #expect(try scan().removed == 1)
  }

  @Test func aMarkerBelowADiskThatHasOnlyFoldersIsForgottenWhenTheDiskIsBack() throws {
    try library.remove("disk/a.jpg")
    try scan()
    let before = try scanned.ids()
    try takeAway()
    try leave(.marked)
    #expect(try scan().removed == 0)
    try bringBack()
    #expect(try scan().errors.isEmpty)
    #expect(try scanned.ids() == before)
  }

  @Test func deletedPhotosOfAMountedDiskAreRemoved() throws {
    try library.remove("disk/sub")
    #expect(try scan().removed == 1)
    try library.remove("disk/a.jpg")
    #expect(try scan().removed == 1)
  }

  @Test func aFolderThatIsOneDiskKeepsItsPhotosBesideAMarker() throws {
    disks.mount("archive", at: library.root)
    try scan()
    let before = try scanned.ids()
    disks.mount(nil, at: library.root)
    disks.mount(nil, at: library.file("disk"))
    for name in ["stays.jpg", "disk"] { try library.remove(name) }
    try library.write("NOT_MOUNTED", Data())
    let report = try scan()
    #expect(report.removed == 0)
    #expect(report.errors.count == 1)
    #expect(try scanned.ids() == before)
  }

  @Test func aBackupRestoredToANewDiskTakesThePlaceOfTheOldOne() throws {
    let before = try scanned.ids()
    try takeAway()
    try FileManager.default.copyItem(
      atPath: library.file("../away"), toPath: library.file("disk"))
    disks.mount("restored", at: library.file("disk"))
    #expect(try scan().errors.isEmpty)
    #expect(try scanned.ids() == before)
    try library.remove("disk/sub/b.jpg")
    #expect(try scan().removed == 1)
  }

  /// Some file systems have no identity that survives a reboot.
  @Test func aDiskWithANewIdentityIsKnownAgainByItsFiles() throws {
    disks.mount("holidays-renumbered", at: library.file("disk"))
    try library.remove("disk/sub")
    let report = try scan()
    #expect(report.errors.isEmpty)
    #expect(report.removed == 1)
    try library.add("disk/c.jpg")
    try library.remove("disk/a.jpg")
    #expect(try scan().removed == 1)
  }

  @Test func aFileOnAnotherDiskWithTheSameInodeIsNotTheOneThatIsMissing() throws {
    let before = try scanned.ids()
    try takeAway()
    // Inodes, sizes and times are the same, as on a clone of the disk that is mounted elsewhere.
    try library.move("../away", to: "clone")
    disks.mount("clone", at: library.file("clone"))
    let report = try scan()
    #expect(report.added == 2)
    #expect(report.moved == 0)
    #expect(try scanned.ids().filter { before[$0.key] != nil } == before)
  }

  @Test func aDiskMountedElsewhereInTheFolderTakesItsIdsAlong() throws {
    let before = try scanned.ids()
    try takeAway()
    try library.move("../away", to: "media/holidays")
    disks.mount("holidays", at: library.file("media/holidays"))
    #expect(try scan().moved == 2)
    #expect(try scanned.ids()["media/holidays/a.jpg"] == before["disk/a.jpg"])
    #expect(try scan().errors.isEmpty)
  }
}
