import Files
import Foundation
import PhotoFacts
import PhotoIndex
import Synchronization
import TestSupport
import Threads

@testable import PhotoScanner

/// A library with a running watcher.
final class WatchedFolders: Sendable {
  let library: Library
  let index: PhotoIndex
  let notes = Notes()
  private let watcher: FolderWatcher
  private let hasEnded = DispatchSemaphore(value: 0)

  init(
    _ library: Library, folders: [String]? = nil, pollInterval: Duration = .seconds(3_600),
    source: @escaping @Sendable () throws(SystemError) -> any ChangeSource = {
      () throws(SystemError) in try Inotify()
    },
    change: (inout ScanOptions) -> Void = { _ in }
  ) throws {
    self.library = library
    index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    var options = ScanOptions()
    change(&options)
    watcher = FolderWatcher(
      index: index, folders: (folders ?? [library.root]).map { FilePath($0) }, options: options,
      pollInterval: pollInterval, observer: notes)
    try SystemThread.start { [watcher, notes, hasEnded] in
      do { try watcher.run(from: source) } catch { notes.add(.failed) }
      hasEnded.signal()
    }
    guard eventually({ notes.count(.scanned) > 0 || notes.count(.failed) > 0 }) else {
      throw NothingHappened()
    }
  }

  private struct NothingHappened: Error {}

  deinit { stop() }

  /// Stops the watcher and waits for its end.
  func stop() {
    watcher.stop()
    hasEnded.wait()
    hasEnded.signal()
  }

  /// The ids of the index by the path below their root.
  func ids() -> [String: Int64] {
    let photos = try? index.read { reader in try reader.allPhotos() }
    return Dictionary((photos ?? []).map { ($0.path.description, $0.id) }) { $1 }
  }

  /// Waits until the index holds exactly these files.
  func holds(_ names: Set<String>) -> Bool { eventually { Set(ids().keys) == names } }
}

/// Records what a watcher reports.
final class Notes: WatchObserver {
  enum Note: Hashable {
    case scanned
    case refreshed
    case failed
    case remark(WatchRemark)
  }

  private let notes = Mutex<[Note]>([])
  private let reports = Mutex<[ScanReport]>([])
  private let backlogs = Mutex<[Int]>([])

  func add(_ note: Note) { notes.withLock { $0.append(note) } }
  func count(_ note: Note) -> Int { notes.withLock { $0.filter { $0 == note }.count } }
  func count(where fits: (WatchRemark) -> Bool) -> Int {
    notes.withLock { notes in
      notes.filter { if case .remark(let remark) = $0 { fits(remark) } else { false } }.count
    }
  }

  /// The last backlog that was reported.
  var backlog: Int { backlogs.withLock { $0.last ?? 0 } }

  /// The number of files read because they were new or changed.
  var filesRead: Int { reports.withLock { $0.reduce(0) { $0 + $1.added + $1.updated } } }

  func scanBegan() {}
  func scanProgressed(_ progress: ScanProgress) -> Bool { true }
  func scanEnded(_ report: ScanReport) {
    reports.withLock { $0.append(report) }
    add(.scanned)
  }
  func scanFailed(_ error: any Error) { add(.failed) }
  func refreshBegan() {}
  func refreshEnded(_ report: ScanReport) {
    reports.withLock { $0.append(report) }
    add(.refreshed)
  }
  func backlogChanged(to count: Int) { backlogs.withLock { $0.append(count) } }
  func noticed(_ remark: WatchRemark) { add(.remark(remark)) }
}
