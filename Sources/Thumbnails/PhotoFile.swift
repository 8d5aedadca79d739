internal import Files
internal import PhotoFacts

/// A photo while its thumbnail is made: reads of it fail in the words of a `Failure`.
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

  /// When it was last written, in nanoseconds since 1970.
  var modified: Int { Int(file.status.modified) }

  /// The whole file.
  func read(atMost limit: Int) throws(Failure) -> [UInt8] {
    guard size <= limit else {
      throw Failure(.tooLarge, "is \(size) bytes long, and \(limit) are the most that is read")
    }
    return try read(0..<size)
  }

  /// The bytes of a range, or those of them that the file has.
  func read(_ range: Range<Int>) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try file.read(range.clamped(to: 0..<size))
    } catch {
      throw Failure(.unreadable, "cannot be read: \(error)")
    }
  }
}
