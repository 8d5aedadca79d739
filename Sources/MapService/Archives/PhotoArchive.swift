internal import Archives
internal import Caches
internal import Compression
internal import Files
internal import PhotoFacts
internal import PhotoMetadata
internal import Synchronization

/// Makes the bytes of an archive of originals; any range of them, but most cheaply one after the other.
///
/// A checksum follows its content. That of a file that was not sent before is computed when it is needed, so that a
/// client can continue anywhere.
final class PhotoArchive: Sendable {
  private static let pieceLength = 1 << 20

  private let plan: ArchivePlan
  private let service: ServiceContext
  private let state: Mutex<State>

  private struct State {
    /// The checksums of entries, as far as they are known.
    var checksums: [UInt32?]

    /// The entry whose content was made last, the open file, and the copy without metadata.
    var index = -1
    var file: ReadableFile?
    var copy: [UInt8]?

    /// The checksum of the content before an offset.
    var offset = 0
    var checksum = Checksum()
  }

  init(_ plan: ArchivePlan, _ service: ServiceContext) {
    (self.plan, self.service) = (plan, service)
    state = Mutex(State(checksums: Array(repeating: nil, count: plan.contents.count)))
  }

  /// Makes a range; throws if a file has changed, or if `isWanted` returns false meanwhile.
  func bytes(_ range: Range<Int>, isWanted: () -> Bool) throws -> [UInt8] {
    try state.withLock { state in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(range.count)
      var offset = range.lowerBound
      while offset < range.upperBound {
        let (part, whole) = plan.layout.part(at: offset)
        let end = min(range.upperBound, whole.upperBound)
        let wanted = (offset - whole.lowerBound)..<(end - whole.lowerBound)
        switch part {
        case .header(let index): bytes += plan.layout.header(index)[wanted]
        case .content(let index): bytes += try content(index, wanted, &state)
        case .descriptor(let index):
          let checksum = try checksum(index, &state, isWanted)
          bytes += plan.layout.descriptor(index, checksum: checksum)[wanted]
        case .line(let index):
          let checksum = try checksum(index, &state, isWanted)
          bytes += plan.layout.line(index, checksum: checksum)[wanted]
        case .end: bytes += plan.layout.end[wanted]
        }
        offset = end
      }
      return bytes
    }
  }

  /// A range of the content of an entry, and its checksum as far as all before it was made too.
  private func content(_ index: Int, _ range: Range<Int>, _ state: inout State) throws -> [UInt8] {
    guard case .file(let planned) = plan.contents[index] else {
      guard case .text(let text) = plan.contents[index] else { return [] }
      return Array(text[range])
    }
    if state.index != index {
      (state.file, state.copy) = (nil, nil)
      (state.index, state.offset, state.checksum) = (index, 0, Checksum())
      (state.file, state.copy) = try opened(planned)
    }
    let bytes = try read(planned, range, state)
    if state.offset == range.lowerBound {
      state.checksum.add(bytes)
      state.offset = range.upperBound
      if state.offset == planned.count { know(state.checksum.value, of: planned, index, &state) }
    }
    return bytes
  }

  /// The open file of an entry, and its copy without metadata if that is sent.
  private func opened(_ planned: PlannedFile) throws -> (ReadableFile, [UInt8]?) {
    try service.waiting(forFileAt: planned.place) {
      let file = try planned.open()
      guard let copy = try planned.copy(of: file) else { return (file, nil) }
      guard file.isUnchanged, copy.count == planned.count else {
        throw ArchiveInterrupted.changed(planned.id)
      }
      return (file, copy)
    }
  }

  private func read(_ planned: PlannedFile, _ range: Range<Int>, _ state: State) throws -> [UInt8] {
    if let copy = state.copy { return Array(copy[range]) }
    guard let file = state.file else { throw ArchiveInterrupted.changed(planned.id) }
    return try service.waiting(forFileAt: planned.place) {
      let bytes = try file.read(range)
      guard bytes.count == range.count, file.isUnchanged else {
        throw ArchiveInterrupted.changed(planned.id)
      }
      return bytes
    }
  }

  /// The checksum of an entry; reads the file if it is not known.
  private func checksum(_ index: Int, _ state: inout State, _ isWanted: () -> Bool) throws -> UInt32
  {
    if let known = state.checksums[index] { return known }
    switch plan.contents[index] {
    case .text(let text): return Checksum(of: text).value
    case .file(let planned):
      if let known = service.checksums[planned.version] {
        state.checksums[index] = known
        return known
      }
      state.index = -1
      var offset = 0
      repeat {
        guard isWanted() else { throw ArchiveInterrupted(id: planned.id, reason: "is not wanted") }
        let end = min(planned.count, offset + Self.pieceLength)
        _ = try content(index, offset..<end, &state)
        offset = end
      } while offset < planned.count
      return state.checksum.value
    }
  }

  private func know(
    _ checksum: UInt32, of planned: PlannedFile, _ index: Int, _ state: inout State
  ) {
    state.checksums[index] = checksum
    service.checksums[planned.version] = checksum
  }
}

/// The checksums of files that were sent lately, so that a client can continue an archive without reading them again.
final class ArchiveChecksums: Sendable {
  /// Two of the longest archives; about 50 MB.
  private static let limit = 2 * ArchiveSelection.limit

  private let known = Mutex(RecentlyUsed<PlannedFile.Version, UInt32>(limit: limit))

  subscript(version: PlannedFile.Version) -> UInt32? {
    get { known.withLock { $0[version] } }
    set { if let newValue { known.withLock { $0.insert(newValue, for: version) } } }
  }
}
