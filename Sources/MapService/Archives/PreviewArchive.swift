internal import Archives
internal import Compression
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import Synchronization
internal import Thumbnails

/// Makes an archive of previews one after the other.
///
/// How long a preview is shows only when it has been made, so the archive has no known length and no ranges. A preview
/// that cannot be made is left out.
final class PreviewArchive: Sendable {
  fileprivate struct Photo {
    let id: Int64
    let path: String
    let time: ZipTime
  }

  private let selection: ArchiveSelection
  private let state: Mutex<State>

  fileprivate struct State {
    var photos: [Photo] = []
    var next = 0
    var names = EntryNames()
    var leftOut = LeftOutPhotos()
    var layout = ZipLayout()
    var checksums: [UInt32] = []
    var isAtEnd = false
  }

  /// Finds the photos; makes no preview yet.
  init(_ selection: ArchiveSelection) throws {
    self.selection = selection
    var state = State()
    try selection.forEach { shown, _ in
      let photo = Photo(id: shown.id, path: shown.archivePath, time: shown.archiveTime)
      state.photos.append(photo)
    }
    self.state = Mutex(state)
  }

  /// How many photos there are.
  var photoCount: Int { state.withLock { $0.photos.count } }

  /// How many photos have been left out so far.
  var leftOutCount: Int { state.withLock { $0.leftOut.count } }

  /// The next piece; empty at the end.
  func next() throws -> [UInt8] {
    try state.withLock { state in
      while state.next < state.photos.count {
        let photo = state.photos[state.next]
        state.next += 1
        do {
          return state.add(
            photo.path.replacingEnding(by: "jpg"), photo.time, try preview(of: photo.id))
        } catch let problem as Problem where problem.status != 503 {
          state.leftOut.add(photo.path, problem.detail ?? problem.title)
        }
      }
      guard !state.isAtEnd else { return [] }
      state.isAtEnd = true
      let list = state.leftOut.text.map { state.add(LeftOutPhotos.name, .first, $0) } ?? []
      let layout = state.layout
      let lines = state.checksums.enumerated().map { layout.line($0.offset, checksum: $0.element) }
      return list + lines.joined() + layout.end
    }
  }

  private func preview(of id: Int64) throws -> [UInt8] {
    guard let file = try selection.library.read({ try $0.file(of: id) }) else {
      throw Problem.notFound(
        "Photo \(id) was removed while the archive was made; fetch the list again.")
    }
    let opened = try selection.open(file)
    let thumbnails = selection.service.thumbnails
    return try selection.service.waiting(forFileAt: opened.photo.file) {
      do throws(ThumbnailError) {
        switch try thumbnails.picture(opened.picture(.thumbnail(width: ArchiveOrder.previewWidth)))
        {
        case .ready(let bytes): return bytes
        case .later(let make): return try make()
        }
      } catch {
        throw error.problem(id)
      }
    }
  }
}

extension PreviewArchive.State {
  /// Adds an entry; returns its bytes.
  fileprivate mutating func add(_ path: String, _ time: ZipTime, _ content: [UInt8]) -> [UInt8] {
    let checksum = Checksum(of: content).value
    layout.append(.init(name: names.add(path), size: content.count, modified: time))
    checksums.append(checksum)
    let index = checksums.count - 1
    return layout.header(index) + content + layout.descriptor(index, checksum: checksum)
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
