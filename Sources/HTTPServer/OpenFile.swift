public import Files
internal import Glibc
internal import Synchronization

/// A file to send, or a range of one; its descriptor is closed with the last copy.
public struct OpenFile: Sendable {
  private let file: ReadableFile

  /// The first byte to send.
  public private(set) var offset: Int

  /// The number of bytes to send.
  public private(set) var count: Int

  /// Whether the response is cut short if the file is written to meanwhile.
  ///
  /// Then the client gets only the content that was checked. Such a file is read piece by piece, which is slower.
  public var endsIfChanged = false

  /// An entity tag of size, modification time and inode.
  public let etag: EntityTag

  /// Sends a whole file.
  public init(_ file: ReadableFile) {
    self.file = file
    offset = 0
    count = file.size
    let status = file.status
    let parts = [UInt64(count), status.inode].map { String($0, radix: 36) }
    etag = EntityTag("\(parts[0])-\(String(status.modified, radix: 36))-\(parts[1])")
  }

  /// Opens a regular file and follows symbolic links.
  ///
  /// Directories, devices, pipes and sockets are refused; opening never blocks.
  public init(path: [UInt8]) throws(SystemError) { self.init(try ReadableFile(path: path)) }

  /// Opens a regular file and follows symbolic links.
  public init(path: String) throws(SystemError) { try self.init(path: Array(path.utf8)) }

  /// The size of the whole file when it was opened.
  public var size: Int { file.size }

  /// The modification time, in whole seconds since 1970.
  public var modified: Int { file.status.modifiedSeconds }

  /// A part of the file; `range` is relative to the start of this part.
  public func part(_ range: Range<Int>) -> OpenFile {
    var part = self
    let range = range.clamped(to: 0..<count)
    part.offset = offset + range.lowerBound
    part.count = range.count
    return part
  }

  /// A second descriptor of the same file; the caller closes it.
  func duplicateDescriptor() throws(SystemError) -> CInt { try file.duplicateDescriptor() }

  /// Reads this part of the file into memory.
  public func read() throws(SystemError) -> [UInt8] {
    let bytes = try file.read(offset..<(offset + count))
    guard !endsIfChanged || file.isUnchanged else {
      throw SystemError(code: ESTALE, reason: "the file was written to while it was sent")
    }
    return bytes
  }

  /// This part as a stream; after each piece the file is checked for changes.
  func checkedStream() -> BodyStream {
    let sent = Mutex(0)
    return BodyStream(count: count) { [self] in
      let start = sent.withLock { $0 }
      guard start < count else { return .end }
      let piece = try part(start..<(start + Self.pieceLength)).read()
      sent.withLock { $0 += piece.count }
      return piece.isEmpty ? .end : .bytes(piece)
    }
  }

  private static let pieceLength = 131_072
}
