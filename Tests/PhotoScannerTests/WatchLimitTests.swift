import Files
import Foundation
import PhotoFacts
import Synchronization
import TestSupport
import Testing

@testable import PhotoScanner

/// A source with a limit of watches, or with an overflowing queue.
private final class PoorKernel: ChangeSource {
  private let kernel: Inotify
  private let limit: Int
  private let hasOverflown: @Sendable () -> Bool
  private var watched: Set<Int32> = []

  init(limit: Int = .max, hasOverflown: @escaping @Sendable () -> Bool = { false })
    throws(SystemError)
  {
    kernel = try Inotify()
    self.limit = limit
    self.hasOverflown = hasOverflown
  }

  var descriptor: Int32 { kernel.descriptor }

  func watch(_ directory: FilePath) throws(SystemError) -> Int32 {
    guard watched.count < limit else { throw SystemError(code: ENOSPC) }
    let watch = try kernel.watch(directory)
    watched.insert(watch)
    return watch
  }

  func ignore(_ watch: Int32) {
    watched.remove(watch)
    kernel.ignore(watch)
  }

  func changes() -> [DirectoryEvent] {
    let events = kernel.changes()
    return hasOverflown() && !events.isEmpty ? [DirectoryEvent(watch: -1, kind: .overflow)] : events
  }
}

/// Changes that inotify misses are found by polling.
@Suite struct WatchLimitTests {
  private func isLimit(_ remark: WatchRemark) -> Bool {
    if case .watchLimit = remark { true } else { false }
  }

  @Test func foldersBeyondTheLimitOfWatchesArePolled() throws {
    let library = try Library()
    for number in 0..<6 { try library.add("d\(number)/deep/\(number).jpg") }
    let watched = try WatchedFolders(
      library, pollInterval: .milliseconds(50),
      source: { () throws(SystemError) in try PoorKernel(limit: 4) })
    #expect(eventually { watched.ids().count == 6 })
    try library.add("d0/deep/new.jpg")
    try library.add("d5/deep/new.jpg")
    #expect(eventually { watched.ids().count == 8 })
    try library.remove("d5")
    #expect(eventually { watched.ids().count == 6 })
    #expect(watched.notes.count(where: isLimit) == 1)
  }

  @Test func withoutInotifyEverythingIsPolled() throws {
    let library = try Library()
    try library.add("a.jpg")
    let watched = try WatchedFolders(
      library, pollInterval: .milliseconds(50),
      source: { () throws(SystemError) in throw SystemError(code: EMFILE) })
    try library.add("b/c.jpg")
    #expect(watched.holds(["a.jpg", "b/c.jpg"]))
    try library.remove("b")
    #expect(watched.holds(["a.jpg"]))
    #expect(watched.notes.count(where: isLimit) == 1)
  }

  @Test func theAdviceIsACommandThatHelps() {
    #expect(
      WatchRemark.watchLimit(directories: 8_192).text
        .contains("sudo sysctl fs.inotify.max_user_watches=524288"))
  }

  @Test func afterAnOverflowAllFoldersAreScannedAgain() throws {
    let library = try Library()
    try library.add("a.jpg")
    let isFull = Flag()
    let watched = try WatchedFolders(
      library,
      source: { () throws(SystemError) in try PoorKernel(hasOverflown: { isFull.isUp }) })
    isFull.raise()
    try library.add("b/c.jpg")
    try library.remove("a.jpg")
    #expect(watched.holds(["b/c.jpg"]))
    #expect(watched.notes.count(.remark(.overflow)) > 0)
    isFull.lower()
    try library.add("b/d.jpg")
    #expect(watched.holds(["b/c.jpg", "b/d.jpg"]))
  }

  private final class Flag: Sendable {
    private let state = Atomic<Bool>(false)
    var isUp: Bool { state.load(ordering: .acquiring) }
    func raise() { state.store(true, ordering: .releasing) }
    func lower() { state.store(false, ordering: .releasing) }
  }
}
