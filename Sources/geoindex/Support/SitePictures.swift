internal import Files
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoScanner
internal import Synchronization
internal import Threads
internal import Thumbnails

/// The pictures of a site: two JPEGs of each photo, and its file if that is wanted, made on all cores.
final class SitePictures: Sendable {
  private static let widths = TripPage.widths

  private let folder: SiteFolder
  private let store: ThumbnailStore
  private let index: PhotoIndex
  private let hasOriginals: Bool
  private let state = Mutex(State())

  private struct State {
    var missing = 0
    var failure: (any Error)?
  }

  init(folder: SiteFolder, store: ThumbnailStore, index: PhotoIndex, hasOriginals: Bool) {
    (self.folder, self.store, self.index) = (folder, store, index)
    self.hasOriginals = hasOriginals
  }

  /// The names of the pictures of a photo.
  static func names(_ photo: PhotoRecord, hasOriginals: Bool) -> [String] {
    widths.keys.sorted().map { "\($0)/\(photo.id).jpg" } + (hasOriginals ? [original(photo)] : [])
  }

  /// The name of the copy of its file.
  static func original(_ photo: PhotoRecord) -> String {
    "originals/\(photo.id).\((photo.format ?? .jpeg).usualEnding)"
  }

  /// Writes the pictures of all photos; returns the number of photos without one.
  func write(_ photos: [PhotoRecord], isQuiet: Bool) throws -> Int {
    let interruption = Interruption()
    let roots = Set(photos.map(\.root))
    let links = try index.read { reader in
      try Dictionary(
        uniqueKeysWithValues: roots.map {
          ($0, ScanOptions.followsSymlinks(try reader.options(of: $0)))
        })
    }
    let jobs = Channel<PhotoRecord>(capacity: 64)
    let threads = try (0..<SystemThread.coreCount).map { _ in
      try SystemThread { [self] in
        while let photo = jobs.take() { make(photo, followsLinks: links[photo.root] ?? false) }
      }
    }
    let progress = ProgressLine(isQuiet: isQuiet)
    let start = ContinuousClock.now
    for (position, photo) in photos.enumerated() {
      if interruption.wasRequested || state.withLock({ $0.failure != nil }) { break }
      jobs.put(photo)
      progress.show(after: start.duration(to: .now) / .seconds(1)) {
        "pictures of \(ScanText.grouped(position)) of \(ScanText.grouped(photos.count)) photos"
      }
    }
    jobs.close()
    for thread in threads { thread.join() }
    progress.clear()
    if let failure = state.withLock({ $0.failure }) { throw failure }
    if interruption.wasRequested {
      throw InputError(description: "stopped before the end; run the command again to continue")
    }
    return state.withLock { $0.missing }
  }

  private func make(_ photo: PhotoRecord, followsLinks: Bool) {
    do {
      let file = file(of: photo, followsLinks: followsLinks)
      if hasOriginals {
        let name = Self.original(photo)
        if let file { try folder.copy(file, to: name) } else { folder.remove(name) }
      }
      for (kind, width) in Self.widths {
        let name = "\(kind)/\(photo.id).jpg"
        if let bytes = file.flatMap({ picture(photo, $0, width: width) }) {
          try folder.write(bytes, to: name)
        } else {
          folder.remove(name)
          if kind == "thumbnails" { state.withLock { $0.missing += 1 } }
        }
      }
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  /// The file of a photo; nil if it is missing or has changed since the scan.
  private func file(of photo: PhotoRecord, followsLinks: Bool) -> ReadableFile? {
    let links: SymbolicLinks = followsLinks ? .followed : .refused
    guard photo.hasBeenSeen, photo.format != nil,
      let file = try? DirectoryHandle(path: photo.root.bytes, links: links)
        .file(photo.path.bytes, links: links),
      photo.stamp?.isOf(file.status) == true
    else { return nil }
    return file
  }

  /// The picture; nil if the file cannot be decoded.
  private func picture(_ photo: PhotoRecord, _ file: ReadableFile, width: Int) -> [UInt8]? {
    guard
      let found = try? store.picture(
        ThumbnailStore.Request(
          file: file, path: photo.file, orientation: photo.orientation,
          storedSize: photo.storedSize, embeddedThumbnail: photo.embeddedThumbnail,
          form: .thumbnail(width: width)))
    else { return nil }
    switch found {
    case .ready(let bytes): return bytes
    case .later(let make): return try? make()
    }
  }
}
