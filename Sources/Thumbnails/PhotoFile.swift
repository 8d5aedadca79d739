internal import Files
internal import PhotoFacts

/// A photo that is read for a thumbnail; errors become a `Failure`.
struct PhotoFile {
  let file: ReadableFile

  init(_ file: ReadableFile) { self.file = file }

  /// Opens a file and follows symbolic links.
  init(_ path: FilePath) throws(ThumbnailError) {
    do throws(SystemError) {
      file = try ReadableFile(path: path.bytes)
    } catch {
      throw ThumbnailError(
        code: .unreadable, path: path, reason: "cannot be opened: \(error)")
    }
  }

  var size: Int { file.size }

  /// The modification time, in nanoseconds since 1970.
  var modified: Int { Int(file.status.modified) }

  /// Reads the whole file.
  func read(atMost limit: Int) throws(Failure) -> [UInt8] {
    guard size <= limit else {
      throw Failure(.tooLarge, "is \(size) bytes long, more than the limit of \(limit)")
    }
    return try read(0..<size)
  }

  /// Reads a range, as far as the file goes.
  func read(_ range: Range<Int>) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try file.read(range.clamped(to: 0..<size))
    } catch {
      throw Failure(.unreadable, "cannot be read: \(error)")
    }
  }
}
