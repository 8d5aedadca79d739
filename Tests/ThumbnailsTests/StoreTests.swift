import Files
import Foundation
import PhotoFacts
import Testing

@testable import Thumbnails

@Suite("Thumbnails for concurrent requests") struct StoreTests {
  private func request(
    _ path: FilePath, width: Int = 160, orientation: Orientation = .upright
  ) throws -> ThumbnailStore.Request {
    ThumbnailStore.Request(
      file: try ReadableFile(path: path.bytes), path: path, orientation: orientation,
      storedSize: nil, embeddedThumbnail: nil,
      form: .thumbnail(width: width))
  }

  private func photo(_ colour: Colour = .blue) throws -> TemporaryFile {
    try TemporaryFile(plain(colour, width: 640, height: 480).jpeg())
  }

  private func cache(_ shop: Workshop, limit: Int = 10_000_000) -> ThumbnailCache {
    ThumbnailCache(folder: FilePath(shop.path("cache/thumbnails")), limit: limit)
  }

  private func cached(_ shop: Workshop) -> [String] {
    let folder = shop.path("cache")
    return (FileManager.default.subpaths(atPath: folder) ?? [])
      .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".new") }.map { "\(folder)/\($0)" }
  }

  @Test("of videos ignore the placeholders of the first version")
  func filmsAgain() throws {
    let film = try TemporaryFile([0, 0, 0, 16] + Array("ftypqt  ".utf8) + [0, 0, 0, 0])
    let key = try ContentKey(PhotoFile(film.path), .upright, nil, Thumbnailer(), width: 160)
    let first = "3cbc4605f4a63130f5750ccab324f063"
    #expect(key.name != first)
    // The name for the current version of films; the version is all that differs.
    #expect(key.name == "0614fb134e439ed29f11dd1a90fa540f")
  }

  @Test("are made once, and then found by this and by another server")
  func found() throws {
    let (shop, photo) = (try Workshop(), try photo())
    let store = ThumbnailStore(cache: cache(shop))
    let first = try store.jpeg(request(photo.path))
    #expect(store.decodeCount == 1)
    guard case .ready(let second) = try store.picture(request(photo.path)) else {
      Issue.record("It is not cached")
      return
    }
    #expect(second == first)
    #expect(store.decodeCount == 1)
    let other = ThumbnailStore(cache: cache(shop))
    #expect(try other.jpeg(request(photo.path)) == first)
    #expect(other.decodeCount == 0)
  }

  @Test("are made again for another width, another orientation, and a changed photo")
  func changed() throws {
    let (shop, photo) = (try Workshop(), try photo())
    let store = ThumbnailStore(cache: cache(shop))
    _ = try store.jpeg(request(photo.path))
    _ = try store.jpeg(request(photo.path, width: 320))
    let turned = try store.jpeg(request(photo.path, orientation: .turnedLeft))
    #expect(store.decodeCount == 3)
    #expect(try decode(turned).height == 160)
    let red = try plain(.red, width: 640, height: 480).jpeg()
    try Data(red).write(to: URL(fileURLWithPath: photo.path.description))
    let picture = try decode(try store.jpeg(request(photo.path)))
    #expect(picture.colour(80, 60).isClose(to: .red))
  }

  @Test("are shared by copies of a photo with other names and times")
  func copies() throws {
    let (shop, photo) = (try Workshop(), try photo())
    let copy = shop.path("copy.jpeg")
    try FileManager.default.copyItem(atPath: photo.path.description, toPath: copy)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: copy)
    let store = ThumbnailStore(cache: cache(shop))
    #expect(try store.jpeg(request(photo.path)) == store.jpeg(request(FilePath(copy))))
    #expect(store.decodeCount == 1)
    #expect(cached(shop).count == 1)
  }

  @Test("are dropped when all waiters have left, and not before")
  func left() throws {
    let photo = try photo()
    let store = ThumbnailStore(cache: nil)
    var ways = try (0..<3).map { _ in try store.picture(request(photo.path)) }
    #expect(store.inFlightCount == 1)
    ways.removeLast(2)
    #expect(store.inFlightCount == 1)
    ways.append(try store.picture(request(photo.path)))
    for case .later(let make) in ways { _ = try make() }
    #expect(store.decodeCount == 1 && store.inFlightCount == 0)
    let again = try store.picture(request(photo.path))
    ways.removeAll()
    // Releasing the first does not drop the second.
    #expect(store.inFlightCount == 1)
    withExtendedLifetime(again) {}
  }

  @Test(
    "are made once for concurrent requests, with a cache and without", arguments: [true, false])
  func together(_ hasCache: Bool) throws {
    let (shop, photo) = (try Workshop(), try photo())
    let store = ThumbnailStore(cache: hasCache ? cache(shop) : nil)
    // All have sent their request before the first starts the job.
    let ways = try (0..<40).map { _ in try store.picture(request(photo.path)) }
    DispatchQueue.concurrentPerform(iterations: ways.count) { index in
      guard case .later(let make) = ways[index] else { return }
      let made = try? make()
      #expect(made?.isEmpty == false)
    }
    #expect(store.decodeCount == 1)
  }

  @Test("are neither made nor found if the photo was written to since it was opened")
  func writtenTo() throws {
    let (shop, photo) = (try Workshop(), try photo())
    let store = ThumbnailStore(cache: cache(shop))
    func overwrite(_ colour: Colour) throws {
      let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: photo.path.description))
      let bytes = try plain(colour, width: 640, height: 480).jpeg()
      try writer.truncate(atOffset: 0)
      try writer.write(contentsOf: Data(bytes))
      try writer.close()
    }
    // The thumbnail of the new content is cached already.
    try overwrite(.red)
    _ = try store.jpeg(request(photo.path))
    try overwrite(.blue)
    let checked = try request(photo.path)
    try overwrite(.red)
    #expect(throws: ThumbnailError.self) { try store.picture(checked) }
    // The file is written to between the request and the job.
    let second = try request(photo.path, width: 320)
    guard case .later(let make) = try store.picture(second) else {
      Issue.record("It was made before")
      return
    }
    try overwrite(.blue)
    #expect(throws: ThumbnailError.self) { try make() }
    #expect(cached(shop).count == 1)
  }

  @Test("that cannot be made fail for all waiters, and are retried later")
  func failures() throws {
    let file = try TemporaryFile(Array("no photo".utf8))
    let store = ThumbnailStore(cache: nil)
    let ways = try (0..<3).map { _ in try store.picture(request(file.path)) }
    for case .later(let make) in ways { #expect(throws: ThumbnailError.self) { try make() } }
    #expect(store.decodeCount == 1)
    #expect(throws: ThumbnailError.self) { try store.jpeg(request(file.path)) }
    #expect(store.decodeCount == 2)
  }

  @Test("are readable by their owner alone")
  func permissions() throws {
    let (shop, photo) = (try Workshop(), try photo())
    _ = try ThumbnailStore(cache: cache(shop)).jpeg(request(photo.path))
    let file = try #require(cached(shop).first)
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(file) == 0o600)
    #expect(try mode((file as NSString).deletingLastPathComponent) == 0o700)
    #expect(try mode(shop.path("cache/thumbnails")) == 0o700)
  }

  @Test("stay below the limit; the least recently used are removed first")
  func bounded() throws {
    let shop = try Workshop()
    let cache = cache(shop, limit: 100_000)
    let picture = [UInt8]([0xFF, 0xD8]) + [UInt8](repeating: 0, count: 9_996) + [0xFF, 0xD9]
    func name(_ number: Int) -> String { String(format: "%032x", number * 0x1234_5678) }
    for number in 1...9 { cache.keep(picture, as: name(number)) }
    // The first is used again, after all others were made.
    let old = Date(timeIntervalSinceNow: -1_000)
    for file in cached(shop) {
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file)
    }
    #expect(cache.picture(name(1)) == picture)
    for number in 10...14 { cache.keep(picture, as: name(number)) }
    #expect(cached(shop).count <= 10)
    #expect(cache.picture(name(1)) == picture)
    #expect(cache.picture(name(14)) == picture)
    #expect(cache.picture(name(2)) == nil)
    // A picture that would take most of the cache is not stored.
    cache.keep([0xFF, 0xD8] + [UInt8](repeating: 0, count: 50_000) + [0xFF, 0xD9], as: name(99))
    #expect(cache.picture(name(99)) == nil)
    #expect(cache.picture(name(1)) == picture)
  }

  @Test("that a crash left incomplete are made again")
  func halfWritten() throws {
    let (shop, photo) = (try Workshop(), try photo())
    let store = ThumbnailStore(cache: cache(shop))
    let whole = try store.jpeg(request(photo.path))
    let file = URL(fileURLWithPath: try #require(cached(shop).first))
    for count in [0, 3, whole.count / 2, whole.count - 1] {
      try Data(whole.prefix(count)).write(to: file)
      #expect(try store.jpeg(request(photo.path)) == whole)
    }
    #expect(store.decodeCount == 5)
    #expect(try store.jpeg(request(photo.path)) == whole)
    #expect(store.decodeCount == 5)
  }

  @Test(
    "are made even if they cannot be stored", arguments: ["/dev/null", "/proc/none"])
  func nowhere(_ folder: String) throws {
    let photo = try photo()
    let store = ThumbnailStore(cache: ThumbnailCache(folder: FilePath(folder), limit: 1_000_000))
    #expect(try store.jpeg(request(photo.path)) == store.jpeg(request(photo.path)))
    #expect(store.decodeCount == 2)
  }

  @Test("do not touch other files in their folder")
  func strangers() throws {
    let (shop, photo) = (try Workshop(), try photo())
    let folder = shop.path("cache/thumbnails/ab")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(repeating: 1, count: 300_000).write(to: URL(fileURLWithPath: "\(folder)/thesis.txt"))
    let store = ThumbnailStore(cache: cache(shop, limit: 20_000))
    for width in 30..<60 { _ = try store.jpeg(request(photo.path, width: width)) }
    #expect(FileManager.default.fileExists(atPath: "\(folder)/thesis.txt"))
  }
}

extension ThumbnailStore {
  /// Waits for the picture.
  fileprivate func jpeg(_ request: Request) throws -> [UInt8] {
    switch try picture(request) {
    case .ready(let bytes): bytes
    case .later(let make): try make()
    }
  }
}
