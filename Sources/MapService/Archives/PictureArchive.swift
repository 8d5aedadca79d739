internal import Archives
internal import Compression
internal import Files
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import Synchronization
internal import Thumbnails

/// Makes an archive of pictures one after the other: of previews, or of originals without positions, of which those that
/// are not JPEGs become some.
///
/// How long a picture is shows only when it has been made, so the archive has no known length and no ranges. A picture
/// that cannot be made is left out.
final class PictureArchive: Sendable {
  fileprivate struct Photo {
    let id: Int64
    let path: String
    let time: ZipTime
  }

  /// The content of an entry.
  private struct Picture {
    var bytes: [UInt8]

    /// Whether it is not the picture as it is in the file.
    var isConverted: Bool
  }

  /// Whether an original is not a JPEG that can be cleaned, so that a picture has to be made.
  let makesPictures: Bool

  private let selection: ArchiveSelection
  private let state: Mutex<State>

  fileprivate struct State {
    var photos: [Photo] = []
    var next = 0
    var names = EntryNames()
    var leftOut = ListedPhotos.leftOut
    var converted = ListedPhotos.converted
    var layout = ZipLayout()
    var checksums: [UInt32] = []
    var isAtEnd = false
  }

  /// Finds the photos; makes no preview yet.
  init(_ selection: ArchiveSelection) throws {
    self.selection = selection
    var state = State()
    var makesPictures = false
    try selection.forEach { shown, file in
      let isLong = file.photo.stamp?.size ?? 0 > PictureOnly.longestFile
      if file.photo.format?.kind == .image, file.photo.format != .jpeg || isLong {
        makesPictures = true
      }
      let photo = Photo(id: shown.id, path: shown.archivePath, time: shown.archiveTime)
      state.photos.append(photo)
    }
    self.state = Mutex(state)
    self.makesPictures = makesPictures
  }

  /// How many photos there are.
  var photoCount: Int { state.withLock { $0.photos.count } }

  /// How many photos have been left out so far.
  var leftOutCount: Int { state.withLock { $0.leftOut.count } }

  /// How many photos have become JPEGs so far.
  var convertedCount: Int { state.withLock { $0.converted.count } }

  /// The next piece; empty at the end.
  func next() throws -> [UInt8] {
    try state.withLock { state in
      while state.next < state.photos.count {
        let photo = state.photos[state.next]
        state.next += 1
        do {
          let picture = try picture(of: photo.id)
          let isNamedAnew = picture.isConverted || selection.order.form == .preview
          let path = isNamedAnew ? photo.path.replacingEnding(by: "jpg") : photo.path
          let (name, bytes) = state.add(path, photo.time, picture.bytes)
          if picture.isConverted { state.converted.add(name, "made of \(photo.path)") }
          return bytes
        } catch let problem as Problem where problem.status != 503 {
          state.leftOut.add(photo.path, problem.detail ?? problem.title)
        }
      }
      guard !state.isAtEnd else { return [] }
      state.isAtEnd = true
      var lists: [UInt8] = []
      for list in [state.converted, state.leftOut] {
        if let text = list.text { lists += state.add(list.name, .first, text).bytes }
      }
      let layout = state.layout
      let lines = state.checksums.enumerated().map { layout.line($0.offset, checksum: $0.element) }
      return lists + lines.joined() + layout.end
    }
  }

  private func picture(of id: Int64) throws -> Picture {
    guard let file = try selection.library.read({ try $0.file(of: id) }) else {
      throw Problem.notFound(
        "Photo \(id) was removed while the archive was made; fetch the list again.")
    }
    let opened = try selection.open(file)
    return try selection.service.waiting(forFileAt: opened.photo.file) { [self] in
      if selection.order.form == .preview {
        let bytes = try made(.thumbnail(width: ArchiveOrder.previewWidth), of: opened)
        return Picture(bytes: bytes, isConverted: false)
      }
      if let bytes = try Self.withoutMetadata(opened) {
        return Picture(bytes: bytes, isConverted: false)
      }
      guard opened.photo.format?.kind == .image else {
        throw Problem(
          status: 403,
          detail: "The position cannot be removed from a video; use form=preview for a frame of it."
        )
      }
      return Picture(bytes: try made(.whole, of: opened), isConverted: true)
    }
  }

  /// The picture of a JPEG as it is in the file; nil for other formats, and for one that is not as it should be.
  private static func withoutMetadata(_ opened: OpenedPhoto) throws -> [UInt8]? {
    let (photo, file) = (opened.photo, opened.file)
    guard photo.format == .jpeg, file.size <= PictureOnly.longestFile,
      let bytes = PictureOnly.jpeg(try file.read(0..<file.size), orientation: photo.orientation)
    else { return nil }
    guard file.isUnchanged else {
      throw Problem.notFound(
        "The file of photo \(photo.id) is being written to; make the archive again.")
    }
    return bytes
  }

  private func made(_ form: ThumbnailStore.Form, of opened: OpenedPhoto) throws -> [UInt8] {
    do throws(ThumbnailError) {
      switch try selection.service.thumbnails.picture(opened.picture(form)) {
      case .ready(let bytes): return bytes
      case .later(let make): return try make()
      }
    } catch {
      throw error.problem(opened.photo.id)
    }
  }
}

extension PictureArchive.State {
  /// Adds an entry; returns its name and its bytes.
  fileprivate mutating func add(
    _ path: String, _ time: ZipTime, _ content: [UInt8]
  ) -> (name: String, bytes: [UInt8]) {
    let checksum = Checksum(of: content).value
    let name = names.add(path)
    layout.append(.init(name: name, size: content.count, modified: time))
    checksums.append(checksum)
    let index = checksums.count - 1
    return (name, layout.header(index) + content + layout.descriptor(index, checksum: checksum))
  }
}

extension String {
  /// The path with another extension.
  fileprivate func replacingEnding(by ending: String) -> String {
    let start = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
    let dot = self[start...].dropFirst().lastIndex(of: ".") ?? endIndex
    return self[..<dot] + "." + ending
  }
}
