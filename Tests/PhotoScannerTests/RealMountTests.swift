import Files
import Foundation
import PhotoFacts
import PhotoIndex
import TestSupport
import Testing

@testable import PhotoScanner

/// Disks that are really mounted and unmounted.
@Suite struct RealMountTests {
  /// Whether this process may mount; if not, the tests are reported as skipped.
  static let mayMount: Bool = {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("CapEff:") }),
      let capabilities = UInt64(line.dropFirst("CapEff:".count).drop { $0 == "\t" }, radix: 16)
    else { return false }
    let administration: UInt64 = 1 << 21
    if capabilities & administration == 0 {
      print("NOT TESTED: disks that are taken away. Mounting needs root (CAP_SYS_ADMIN).")
    }
    return capabilities & administration != 0
  }()

  enum Kind: CaseIterable { case memory, bind }

  /// A disk with photos, mounted in the library until the end of the test.
  private final class Disk {
    private let content: TemporaryDirectory
    let mountPoint: String

    init(at mountPoint: String) throws {
      content = try TemporaryDirectory()
      self.mountPoint = mountPoint
      try FileManager.default.createDirectory(
        atPath: mountPoint, withIntermediateDirectories: true)
    }

    deinit { _ = try? Program.run("umount", ["-l", mountPoint]) }

    func add(_ name: String, as sample: String) throws {
      try FileManager.default.copyItem(
        atPath: SamplePhotos.path(sample), toPath: content.file(name))
    }

    /// Mounts its photos, or an empty file system.
    func mount(_ kind: Kind = .bind) throws {
      let options =
        switch kind {
        case .bind: ["--bind", content.path]
        case .memory: ["-t", "tmpfs", "tmpfs"]
        }
      let outcome = try Program.run("mount", options + [mountPoint])
      try #require(outcome.code == 0, "\(outcome.messages)")
    }

    func takeAway() throws {
      let outcome = try Program.run("umount", ["-l", mountPoint])
      try #require(outcome.code == 0, "\(outcome.messages)")
    }
  }

  @Test(.enabled(if: mayMount))
  func aDiskWithinAFolderThatIsTakenAwayKeepsItsPhotosAndTheirIds() throws {
    let scanned = try ScannedLibrary()
    let library = scanned.library
    try library.add("stays.jpg")
    let disk = try Disk(at: library.file("disk"))
    try disk.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    // A bind mount has the device number of its source; a tmpfs has its own.
    try disk.mount(.memory)
    try library.add("disk/b.jpg", as: "2024-japan/mount-fuji.jpg")
    try scanned.scan()
    let before = try scanned.ids()
    #expect(before.count == 2)
    try disk.takeAway()
    let report = try scanned.scan()
    #expect(report.removed == 0)
    #expect(report.errors.map(\.path) == [FilePath(disk.mountPoint)])
    #expect(report.errors.first?.reason.contains("mounted") == true)
    #expect(try scanned.ids() == before)
  }

  /// udisks and autofs remove the mount point.
  @Test(.enabled(if: mayMount), arguments: Kind.allCases)
  func aDiskWhoseMountPointIsRemovedKeepsItsPhotos(kind: Kind) throws {
    let scanned = try ScannedLibrary()
    let library = scanned.library
    try library.add("stays.jpg")
    let disk = try Disk(at: library.file("disk"))
    try disk.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    try disk.mount(kind)
    if kind == .memory {
      try library.add("disk/sub/b.jpg", as: "2024-japan/mount-fuji.jpg")
    }
    try scanned.scan()
    let before = try scanned.ids()
    #expect(before.count == 2)
    try disk.takeAway()
    try library.remove("disk")
    let report = try scanned.scan()
    #expect(report.removed == 0)
    #expect(report.errors.count == 1)
    #expect(report.errors.first?.reason.contains("not mounted") == true)
    #expect(try scanned.ids() == before)
    #expect(try scanned.scan { $0.allowsEmpty = true }.removed == 1)
  }

  /// Takes a disk away after its directory was listed, when the scan asks for its file system.
  private final class Removal: FileSystemLookup {
    private let mounts = MountedFileSystems()
    private let mountPoint: String
    private var isDone = false

    init(of mountPoint: String) { self.mountPoint = mountPoint }

    func fileSystem(of directory: FilePath, descriptor: Int32) -> FileSystemIdentity? {
      if !isDone, directory == FilePath(mountPoint) {
        isDone = true
        #expect((try? Program.run("umount", ["-l", mountPoint]))?.code == 0)
      }
      return mounts.fileSystem(of: directory, descriptor: descriptor)
    }
  }

  @Test(.enabled(if: mayMount))
  func aDiskThatIsTakenAwayWhileItIsListedKeepsItsPhotos() throws {
    let scanned = try ScannedLibrary()
    let library = scanned.library
    try library.add("stays.jpg")
    let disk = try Disk(at: library.file("disk"))
    try disk.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    try disk.mount()
    #expect(try scanned.scan().added == 2)
    let before = try scanned.ids()
    let mountPoint = disk.mountPoint
    let report = try scanned.scan { $0.fileSystems = { Removal(of: mountPoint) } }
    #expect(report.removed == 0)
    for _ in 0..<2 { #expect(try scanned.scan().removed == 0) }
    #expect(try scanned.ids() == before)
    try disk.mount()
    #expect(try scanned.scan().errors.isEmpty)
    #expect(try scanned.ids() == before)
  }

  @Test(.enabled(if: mayMount))
  func aDiskMountedBelowAWatchedFolderIsScannedAndWatched() throws {
    let library = try Library()
    try library.add("stays.jpg")
    let disk = try Disk(at: library.file("disk"))
    try disk.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    let watched = try WatchedFolders(library)
    #expect(watched.holds(["stays.jpg"]))
    var ids: [String: Int64] = [:]
    for round in 0..<3 {
      try disk.mount()
      let early: Set = ["stays.jpg", "disk/a.jpg"]
      #expect(watched.holds(round == 0 ? early : early.union(["disk/b.jpg"])))
      if round == 0 {
        try library.add("disk/b.jpg", as: "2024-japan/mount-fuji.jpg")
        #expect(watched.holds(early.union(["disk/b.jpg"])))
        ids = watched.ids()
      }
      try disk.takeAway()
      #expect(
        eventually {
          watched.notes.count {
            guard case .unreadable(_, let reason) = $0 else { return false }
            return reason.contains("not mounted")
          } > round
        })
      #expect(watched.ids() == ids)
    }
  }

  enum Remains: CaseIterable { case nothing, marker }

  @Test(.enabled(if: mayMount), arguments: Kind.allCases, Remains.allCases)
  func aWatcherKeepsThePhotosOfADiskWhoseMountPointIsRemovedOrMarked(
    kind: Kind, remains: Remains
  ) throws {
    let library = try Library()
    try library.add("stays.jpg")
    let disk = try Disk(at: library.file("disk"))
    try disk.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    try disk.mount(kind)
    if kind == .memory {
      try library.add("disk/a.jpg", as: "2024-japan/mount-fuji.jpg")
    }
    let watched = try WatchedFolders(library)
    let before = watched.ids()
    #expect(Set(before.keys) == ["stays.jpg", "disk/a.jpg"])
    try disk.takeAway()
    if remains == .marker {
      try library.write("disk/NOT_MOUNTED", Data("mount the disk".utf8))
    } else {
      try library.remove("disk")
    }
    #expect(
      eventually {
        watched.notes.count {
          guard case .unreadable(_, let reason) = $0 else { return false }
          return reason.contains("not mounted")
        } > 0
      })
    try library.add("later.jpg")
    #expect(watched.holds(["stays.jpg", "disk/a.jpg", "later.jpg"]))
    watched.stop()
    #expect(watched.ids().filter { $0.key != "later.jpg" } == before)
  }

  @Test(.enabled(if: mayMount))
  func aFolderThatIsADiskIsScannedAgainWhenItIsBack() throws {
    let library = try Library()
    let disk = try Disk(at: library.root)
    try disk.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    try disk.mount()
    let watched = try WatchedFolders(library, pollInterval: .milliseconds(100))
    #expect(watched.holds(["a.jpg"]))
    let before = watched.ids()
    try disk.takeAway()
    let away = WatchRemark.folderMissing(FilePath(library.root))
    #expect(eventually { watched.notes.count(.remark(away)) == 1 })
    #expect(watched.ids() == before)
    try disk.add("b.jpg", as: "2024-japan/mount-fuji.jpg")
    try disk.mount()
    #expect(watched.holds(["a.jpg", "b.jpg"]))
    #expect(watched.ids()["a.jpg"] == before["a.jpg"])
    // It is remarked at the end of the scan that has found the photos.
    let back = WatchRemark.folderBack(FilePath(library.root))
    #expect(eventually { watched.notes.count(.remark(back)) == 1 })
    try library.remove("a.jpg")
    #expect(watched.holds(["b.jpg"]))
  }
}
