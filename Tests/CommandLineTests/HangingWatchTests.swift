import Foundation
import TestSupport
import Testing

/// A watcher of a share whose server is gone goes on watching everything else, and ends when asked.
@Suite(.enabled(if: StallingShare.isPossible), .serialized) struct HangingWatchTests {
  private static let quickly = ["--disk-timeout", "1", "--poll", "1"]

  /// Calls to the root of the share and to something in it.
  private static let calls = [
    "stat /", "readdir /", "stat /c.jpg", "open /b.jpg", "read /b.jpg", "readdir /sub",
  ]

  /// One of each place where a scan waits.
  private static let waits = ["stat /", "readdir /sub", "open /b.jpg"]

  /// The hanging folders in the report of the index.
  private func hangingFolders(of photos: SharedPhotos) throws -> [String] {
    let report = try Program.run(["report", "--json", "--db", photos.library.database]).json()
    let folders = report["hanging"] as? [[String: Any]] ?? []
    return folders.compactMap { $0["path"] as? String }
  }

  private func photoCount(of photos: SharedPhotos) throws -> Int? {
    let count = ["-readonly", photos.library.database, "SELECT count(*) FROM photo"]
    return try Int(Program.run("sqlite3", count).output.dropLast())
  }

  @Test(arguments: calls) func otherFoldersAreWatchedIfItHangsFromTheStart(call: String) throws {
    let photos = try SharedPhotos()
    try photos.share.stall(call)
    let watcher = try RunningWatcher(
      photos.library, Self.quickly + [photos.share.path, photos.library.root])
    #expect(
      eventually { watcher.messages.contains("\(photos.share.path): its disk or share has not") })
    try photos.library.add("new.jpg", as: "2021-egypt/pyramids.jpg")
    #expect(eventually { watcher.sum("added") >= 2 })
    // A folder that has never answered is not in the index.
    let known = call == "stat /" ? [] : [photos.share.path]
    #expect(try eventually { try hangingFolders(of: photos) == known })
    try photos.share.answer()
    #expect(eventually { watcher.sum("added") == 6 })
    #expect(try eventually { try hangingFolders(of: photos).isEmpty })
    #expect(watcher.ends(within: 10))
  }

  @Test(arguments: calls) func nothingIsRemovedIfItStopsAnsweringLater(call: String) throws {
    let photos = try SharedPhotos()
    let watcher = try RunningWatcher(
      photos.library, Self.quickly + [photos.share.path, photos.library.root])
    #expect(eventually { watcher.sum("added") == 5 })
    try photos.share.stall(call)
    try FileManager.default.removeItem(atPath: photos.share.content + "/a.jpg")
    try photos.touch("b.jpg", "sub/d.jpg")
    #expect(eventually { watcher.messages.contains(photos.share.path) })
    try photos.library.add("new.jpg", as: "2021-egypt/pyramids.jpg")
    #expect(eventually { watcher.sum("added") == 6 })
    #expect(watcher.sum("removed") == 0)
    #expect(try eventually { try hangingFolders(of: photos) == [photos.share.path] })
    try photos.share.answer()
    #expect(eventually { watcher.sum("removed") == 1 })
    #expect(try eventually { try hangingFolders(of: photos).isEmpty })
    #expect(watcher.ends(within: 10))
  }

  /// With the usual patience of half a minute.
  @Test(arguments: waits) func itEndsWhenAskedWhileItWaitsForItsFirstScan(call: String) throws {
    let photos = try SharedPhotos()
    try photos.share.stall(call)
    let watcher = try RunningWatcher(photos.library, [photos.share.path, photos.library.root])
    #expect(eventually { photos.share.isAwaited })
    #expect(watcher.ends(within: 10))
    let check = try Program.run(["doctor", "--db", photos.library.database])
    #expect(check.output.contains("nothing damaged"))
  }

  @Test(arguments: waits) func itEndsWhenAskedWhileItWaitsForAChange(call: String) throws {
    let photos = try SharedPhotos()
    let watcher = try RunningWatcher(
      photos.library, ["--poll", "1", photos.share.path, photos.library.root])
    #expect(eventually { watcher.sum("added") == 5 })
    try photos.share.stall(call)
    try photos.touch("b.jpg", "sub/d.jpg")
    #expect(eventually { photos.share.isAwaited })
    #expect(watcher.ends(within: 10))
    #expect(watcher.sum("removed") == 0)
  }

  @Test func aFolderOfItEndsToo() throws {
    let photos = try SharedPhotos()
    try photos.share.stall("stat /sub")
    let watcher = try RunningWatcher(
      photos.library, [photos.share.path + "/sub", photos.library.root])
    #expect(eventually { photos.share.isAwaited })
    #expect(watcher.ends(within: 10))
  }

  @Test func otherFoldersAreWatchedIfAFolderOfItHangs() throws {
    let photos = try SharedPhotos()
    try photos.share.stall("stat /sub")
    let watcher = try RunningWatcher(
      photos.library, Self.quickly + [photos.share.path + "/sub", photos.library.root])
    #expect(eventually { watcher.sum("added") == 1 })
    try photos.library.add("new.jpg", as: "2021-egypt/pyramids.jpg")
    #expect(eventually { watcher.sum("added") == 2 })
    try photos.share.answer()
    #expect(eventually { watcher.sum("added") == 3 })
    #expect(watcher.ends(within: 10))
  }

  @Test(arguments: waits) func aServerThatWatchesItEndsWhenAsked(call: String) throws {
    let photos = try SharedPhotos()
    let server = try RunningServer(
      photos.library,
      ["--poll", "1", "--watch", photos.share.path, "--watch", photos.library.root])
    #expect(try eventually { try photoCount(of: photos) == 5 })
    try photos.share.stall(call)
    try photos.touch("b.jpg", "sub/d.jpg")
    #expect(eventually { photos.share.isAwaited })
    server.process.terminate()
    #expect(eventually(within: 15) { !server.process.isRunning })
    #expect(try photoCount(of: photos) == 5)
  }
}
