import Files
import PhotoFacts
import PhotoIndex
import Synchronization

@testable import PhotoScanner

/// Simulated disks, which need no permission to mount.
final class FakeDisks: Sendable {
  private let mounted = Mutex<[FilePath: String]>([:])

  /// Mounts a disk at a path; nil unmounts.
  func mount(_ disk: String?, at path: String) {
    mounted.withLock { $0[FilePath(path)] = disk }
  }

  /// The lookup for scan options.
  var lookup: @Sendable () -> any FileSystemLookup {
    { [self] in Lookup(disks: self) }
  }

  fileprivate func disk(of path: FilePath) -> String {
    mounted.withLock { mounted in path.deepest(of: mounted.keys).flatMap { mounted[$0] } ?? "main" }
  }

  private final class Lookup: FileSystemLookup {
    private let disks: FakeDisks
    init(disks: FakeDisks) { self.disks = disks }

    func fileSystem(of directory: FilePath, descriptor: Int32) -> FileSystemIdentity? {
      let disk = disks.disk(of: directory)
      return FileSystemIdentity(key: "uuid:\(disk)", name: "the disk \(disk)")
    }
  }
}
