package import Files
package import PhotoFacts

/// One page in the transactions of a write-ahead log.
///
/// "The WAL File Format" of https://www.sqlite.org/walformat.html.
package struct LogFrames {
  /// What the transactions made of the page, in their order.
  package let versions: [[UInt8]]

  /// The bytes with which the log begins; they change when SQLite begins the log again.
  package let header: [UInt8]

  /// The size of the pages of the database.
  package let pageSize: Int

  static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Reads the log of that name; returns nil if there is none, or it is empty.
  ///
  /// The first page has the number 1.
  package init?(of page: UInt32, in path: FilePath) throws(SystemError) {
    let file: ReadableFile
    do throws(SystemError) {
      file = try ReadableFile(path: path.bytes)
    } catch {
      guard error.isAbsence else { throw error }
      return nil
    }
    header = try file.read(0..<Self.headerSize)
    guard header.count == Self.headerSize, let magic = header.bigEndian(at: 0, bytes: 4),
      magic | 1 == 0x377F_0683, let size = header.bigEndian(at: 8, bytes: 4),
      (512...65536).contains(size)
    else { return nil }
    pageSize = Int(size)
    versions = try Self.versions(
      of: page, in: file, salts: Array(header[16..<24]), pageSize: pageSize)
  }

  /// Frames that no transaction has committed are left out, and so are those of before the log was begun again.
  ///
  /// Sums are not checked, which would take long. So there may be more than SQLite would apply, and a power cut may have
  /// left only a part of one.
  private static func versions(
    of number: UInt32, in file: ReadableFile, salts: [UInt8], pageSize: Int
  ) throws(SystemError) -> [[UInt8]] {
    var versions: [[UInt8]] = []
    var changed: Int?
    var place = headerSize
    while true {
      let frame = try file.read(place..<place + frameHeaderSize)
      guard frame.count == frameHeaderSize, frame[8..<16].elementsEqual(salts) else { break }
      let page = place + frameHeaderSize
      if frame.bigEndian(at: 0, bytes: 4) == Int64(number) { changed = page }
      let isCommit = frame.bigEndian(at: 4, bytes: 4) != 0
      if isCommit, let start = changed {
        let bytes = try file.read(start..<start + pageSize)
        guard bytes.count == pageSize else { break }
        versions.append(bytes)
        changed = nil
      }
      place = page + pageSize
    }
    return versions
  }
}

extension [UInt8] {
  /// A number without sign; nil if it is not in the array.
  package func bigEndian(at position: Int, bytes: Int) -> Int64? {
    guard position >= 0, position + bytes <= count else { return nil }
    return self[position..<position + bytes].reduce(0) { $0 << 8 | Int64($1) }
  }
}
