internal import Files
internal import PhotoFacts

/// The page of `state` in the transactions of a write-ahead log.
///
/// "The WAL File Format" of https://www.sqlite.org/walformat.html.
struct LogFrames {
  /// What the transactions made of the page, in their order; nil where a power cut has left only a part of it.
  let states: [StatePage?]

  /// The bytes with which the log begins; they change when SQLite begins the log again.
  let header: [UInt8]

  /// The size of the pages of the database.
  let pageSize: Int

  static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Reads a log; returns nil if it has none, or is empty.
  init?(of path: FilePath) throws(SystemError) {
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
    states = try Self.states(file, salts: Array(header[16..<24]), pageSize: pageSize)
  }

  /// Frames that no transaction has committed are left out, and so are those of before the log was begun again.
  ///
  /// Sums are not checked, which would take long. So the states may be more than those that SQLite would apply.
  private static func states(_ file: ReadableFile, salts: [UInt8], pageSize: Int)
    throws(SystemError) -> [StatePage?]
  {
    var states: [StatePage?] = []
    var changed: Int?
    var place = headerSize
    while true {
      let frame = try file.read(place..<place + frameHeaderSize)
      guard frame.count == frameHeaderSize, frame[8..<16].elementsEqual(salts) else { break }
      let page = place + frameHeaderSize
      if frame.bigEndian(at: 0, bytes: 4) == Int64(StatePage.number) { changed = page }
      let isCommit = frame.bigEndian(at: 4, bytes: 4) != 0
      if isCommit, let start = changed {
        let bytes = try file.read(start..<start + pageSize)
        guard bytes.count == pageSize else { break }
        states.append(StatePage(bytes))
        changed = nil
      }
      place = page + pageSize
    }
    return states
  }
}
