import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing
import Thumbnails

/// A file is served only if it is the one that was scanned, for all visitors and routes.
@Suite struct OpenedPhotoTests {
  fileprivate static let routes = [
    "original", "original?as=jpeg", "thumbnail?width=160", "thumbnail?width=640",
  ]

  /// A folder with one photo of Paris, `trip/a.jpg`, requested by its owner and by a guest.
  private final class ServedLibrary {
    let library: Library
    let index: PhotoIndex
    let door: GuestDoor

    init(followsSymlinks: Bool = false, _ fill: (Library) throws -> Void = { _ in }) throws {
      library = try Library()
      try library.add("trip/a.jpg")
      try fill(library)
      index = try PhotoIndex(path: FilePath(library.database), access: .writing)
      var options = ScanOptions()
      options.followsSymlinks = followsSymlinks
      _ = try PhotoScanner(index: index, options: options).scan([FilePath(library.root)])
      var service = MapService.Options()
      let cache = FilePath(library.file("../thumbnails"))
      service.thumbnailCache = ThumbnailCache(folder: cache, limit: 10_000_000)
      door = try GuestDoor(index, [:], options: service)
    }

    /// The responses of all routes to the owner or a guest.
    func answers(asOwner: Bool, _ fields: Headers = [:], method: Method = .get) throws
      -> [Answer]
    {
      try OpenedPhotoTests.routes.map { route in
        asOwner
          ? try door.askAsOwner("/photos/1/\(route)", fields, method: method)
          : try door.ask("/photos/1/\(route)", fields, method: method)
      }
    }

    func bytes(_ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: URL(fileURLWithPath: library.file(name))))
    }
  }

  private func expectNothing(_ answers: [Answer], _ what: Comment) {
    for answer in answers {
      #expect(answer.status == 404, what)
      #expect(!answer.text.contains("root:"), what)
      #expect(!answer.text.contains("secret"), what)
    }
  }

  @Test func anUnchangedPhotoIsServedToOwnersAndGuests() throws {
    let served = try ServedLibrary()
    for asOwner in [true, false] {
      let answers = try served.answers(asOwner: asOwner)
      #expect(answers.map(\.status) == [200, 200, 200, 200])
      #expect(answers[0].bytes == (try served.bytes("trip/a.jpg")))
    }
  }

  /// Ways to replace the photo by something else at its path; none leads to a photo.
  private static let intrusions: [(name: String, carryOut: @Sendable (Library) throws -> Void)] = [
    (
      "a link to a file elsewhere",
      { library in
        try library.remove("trip/a.jpg")
        try FileManager.default.createSymbolicLink(
          atPath: library.file("trip/a.jpg"), withDestinationPath: "/etc/passwd")
      }
    ),
    (
      "a link in place of the folder",
      { library in
        try library.remove("trip")
        let other = library.file("../other")
        try FileManager.default.createDirectory(
          atPath: other, withIntermediateDirectories: true)
        try Data("secret".utf8).write(to: URL(fileURLWithPath: other + "/a.jpg"))
        try FileManager.default.createSymbolicLink(
          atPath: library.file("trip"), withDestinationPath: other)
      }
    ),
    (
      "a link in place of the root",
      { library in
        let other = library.file("../other")
        try FileManager.default.moveItem(atPath: library.root, toPath: other)
        try FileManager.default.createSymbolicLink(
          atPath: library.root, withDestinationPath: other)
      }
    ),
    (
      "a hard link to a secret",
      { library in
        try library.remove("trip/a.jpg")
        try library.write("secret", Data("secret".utf8))
        try FileManager.default.linkItem(
          atPath: library.file("secret"), toPath: library.file("trip/a.jpg"))
      }
    ),
    (
      "a secret written over it",
      { library in
        let url = URL(fileURLWithPath: library.file("trip/a.jpg"))
        let writer = try FileHandle(forWritingTo: url)
        try writer.truncate(atOffset: 0)
        try writer.write(contentsOf: Data("secret".utf8))
        try writer.close()
      }
    ),
    (
      "a named pipe",
      { library in
        try library.remove("trip/a.jpg")
        #expect(unsafe mkfifo(library.file("trip/a.jpg"), 0o600) == 0)
      }
    ),
    (
      "a folder",
      { library in
        try library.remove("trip/a.jpg")
        try FileManager.default.createDirectory(
          atPath: library.file("trip/a.jpg"), withIntermediateDirectories: true)
      }
    ),
    ("nothing", { library in try library.remove("trip/a.jpg") }),
  ]

  @Test(arguments: intrusions.indices, [false, true])
  func aFileThatIsNoLongerAPhotoIsNotServed(number: Int, isWarm: Bool) throws {
    let served = try ServedLibrary()
    let intrusion = Self.intrusions[number]
    var tags: [String] = []
    if isWarm { tags = try served.answers(asOwner: false).compactMap { $0.headers["ETag"] } }
    try intrusion.carryOut(served.library)
    let fields: Headers = isWarm ? ["If-None-Match": tags.joined(separator: ", ")] : [:]
    for asOwner in [true, false] {
      for method in [Method.get, .head] {
        let answers = try served.answers(asOwner: asOwner, fields, method: method)
        expectNothing(answers, "\(intrusion.name), asked by \(asOwner ? "owner" : "guest")")
      }
      let part: Headers = ["Range": "bytes=0-3"]
      expectNothing(try served.answers(asOwner: asOwner, part), "\(intrusion.name), a part of it")
    }
  }

  @Test(arguments: [false, true])
  func anotherPhotoInItsPlaceIsForTheOwnerUntilAScanHasReadIt(isInPlace: Bool) throws {
    let served = try ServedLibrary()
    let before = try served.answers(asOwner: true)
    _ = try served.answers(asOwner: false)
    let other = try Data(
      contentsOf: URL(fileURLWithPath: SamplePhotos.path("2021-egypt/pyramids.jpg")))
    if isInPlace {
      let url = URL(fileURLWithPath: served.library.file("trip/a.jpg"))
      let writer = try FileHandle(forWritingTo: url)
      try writer.truncate(atOffset: 0)
      try writer.write(contentsOf: other)
      try writer.close()
    } else {
      try served.library.remove("trip/a.jpg")
      try served.library.write("trip/a.jpg", other)
    }
    let tags: Headers = [
      "If-None-Match": before.compactMap { $0.headers["ETag"] }.joined(separator: ", ")
    ]
    expectNothing(try served.answers(asOwner: false), "a photo that no scan has seen")
    expectNothing(try served.answers(asOwner: false, tags), "a photo that no scan has seen")
    let now = try served.answers(asOwner: true, tags)
    #expect(now.map(\.status) == [200, 200, 200, 200])
    #expect(now[0].bytes == Array(other))
    for (old, new) in zip(before, now) {
      #expect(old.bytes != new.bytes)
      #expect(old.headers["ETag"] != new.headers["ETag"])
    }
    _ = try PhotoScanner(index: served.index).scan([FilePath(served.library.root)])
    let scanned = try served.answers(asOwner: false)
    #expect(scanned.map(\.status) == [200, 200, 200, 200])
    #expect(scanned.map(\.bytes) == now.map(\.bytes))
  }

  @Test(arguments: [false, true])
  func theDownloadOfAGuestEndsWhenItsFileIsWrittenToOrRenamed(isRenamed: Bool) throws {
    let served = try ServedLibrary()
    guard case .file(let file) = try served.door.begin("/photos/1/original").body else {
      throw NoFile()
    }
    #expect(try file.part(0..<100).read() == Array(served.bytes("trip/a.jpg").prefix(100)))
    if isRenamed {
      try served.library.move("trip/a.jpg", to: "trip/b.jpg")
    } else {
      let url = URL(fileURLWithPath: served.library.file("trip/a.jpg"))
      let writer = try FileHandle(forWritingTo: url)
      try writer.seek(toOffset: 100)
      try writer.write(contentsOf: Data("secret".utf8))
      try writer.close()
    }
    #expect(throws: (any Error).self) { try file.part(100..<200).read() }
  }

  private struct NoFile: Error {}

  @Test func aPhotoOfAnotherFormatIsSentAsWhatItIs() throws {
    let served = try ServedLibrary()
    let made = try Program.run(
      "convert", [served.library.file("trip/a.jpg"), "png:" + served.library.file("b")])
    try #require(made.code == 0)
    try served.library.remove("trip/a.jpg")
    try served.library.move("b", to: "trip/a.jpg")
    let answer = try served.door.askAsOwner("/photos/1/original")
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "image/png")
    let jpeg = try served.door.askAsOwner("/photos/1/original?as=jpeg")
    #expect(jpeg.status == 200)
    #expect(jpeg.bytes.starts(with: [0xFF, 0xD8]))
  }

  @Test func linksAreFollowedInFoldersThatWereScannedThatWayAndElsewhereNamedAsTheReason() throws {
    func link(_ library: Library) throws {
      try library.move("trip/a.jpg", to: "../outside.jpg")
      try FileManager.default.createSymbolicLink(
        atPath: library.file("trip/a.jpg"), withDestinationPath: "../../outside.jpg")
    }
    let following = try ServedLibrary(followsSymlinks: true, link)
    for asOwner in [true, false] {
      #expect(try following.answers(asOwner: asOwner).map(\.status) == [200, 200, 200, 200])
    }
    // In a folder scanned that way, a link that now leads elsewhere shows guests nothing new.
    try following.library.remove("trip/a.jpg")
    try FileManager.default.createSymbolicLink(
      atPath: following.library.file("trip/a.jpg"), withDestinationPath: "/etc/passwd")
    for asOwner in [true, false] {
      expectNothing(try following.answers(asOwner: asOwner), "a link that leads elsewhere now")
    }
    let plain = try ServedLibrary()
    try link(plain.library)
    for asOwner in [true, false] {
      expectNothing(try plain.answers(asOwner: asOwner), "a link in place of a photo")
    }
    #expect(
      try plain.door.askAsOwner("/photos/1/original").text.contains("--follow-symlinks"))
    #expect(try !plain.door.ask("/photos/1/original").text.contains("symlink"))
  }

  /// A guest downloads while other files replace the photo as fast as possible.
  @Test func nothingButThePhotoReachesAGuestHoweverFastFilesAreExchanged() throws {
    let served = try ServedLibrary()
    let photo = try served.bytes("trip/a.jpg")
    let (path, aside) = (served.library.file("trip/a.jpg"), served.library.file("trip/aside"))
    let folder = served.library.file("trip")
    let away = served.library.file("../away")
    try FileManager.default.createDirectory(atPath: away, withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: URL(fileURLWithPath: away + "/a.jpg"))
    let swapper = Thread {
      var round = 0
      while !Thread.current.isCancelled {
        round += 1
        // Else a busy machine has no time for a whole download.
        if round.isMultiple(of: 16) { usleep(1_000) }
        _ = unsafe rename(path, aside)
        _ = unsafe symlink("/etc/passwd", path)
        _ = unsafe rename(aside, path)
        _ = unsafe rename(folder, folder + "2")
        _ = unsafe symlink(away, folder)
        _ = unsafe unlink(folder)
        _ = unsafe rename(folder + "2", folder)
      }
    }
    swapper.start()
    defer { swapper.cancel() }
    var complete = 0
    for turn in 0..<600 {
      let isOwner = turn.isMultiple(of: 2)
      let answer =
        try isOwner
        ? served.door.askAsOwner("/photos/1/original") : served.door.ask("/photos/1/original")
      guard answer.status != 404 else { continue }
      // A guest's download is cut short by anything that happens to the file, also a new name.
      #expect(answer.status == 200)
      #expect((answer.bytes == photo || !isOwner && answer.bytes.isEmpty))
      if answer.bytes == photo { complete += 1 }
    }
    #expect(complete > 0)
  }
}
