private import Glibc
internal import PhotoFacts

/// The part of one file that is in memory, and the way to the rest of it.
///
/// The head is read once; later bytes are fetched only when somebody asks for them. Everything
/// that is asked for is checked against the size of the file, and the number of fetches is
/// limited, so a file that sends its reader in circles costs a bounded amount of work.
struct FileWindow: ~Copyable {
  /// How much of the head is read at once.
  ///
  /// Measured on 20,000 photos of 40 KB in the page cache: 16 KiB is the least work. At 8 KiB more
  /// files need a second fetch; at 64 KiB a tenth more time goes into copying pixels.
  static let headLength = 16 * 1024

  /// The most that is in memory at once.
  static let longestReach = 256 * 1024

  private static let shortestFetch = 4 * 1024

  /// The most that is read without being asked for, to keep what is in memory in one piece.
  ///
  /// Measured on 450 files of all kinds: with 64 KB a quarter more is read, for a tenth fewer
  /// fetches.
  private static let longestSkip = 8 * 1024
  private static let fetchesPerFile = 2048

  private var bytes: [UInt8] = []
  private var start = 0
  private var count = 0
  private var descriptor: Int32?

  /// Where in what is open the file begins.
  private var base = 0
  private var fetchesLeft = 0

  /// The size of the file.
  private(set) var size = 0

  /// The error the system gave while reading, where it gave one.
  private(set) var failure: Int32?

  /// How many bytes came from all files so far, those that were fetched again among them.
  private(set) var bytesRead = 0

  /// Starts on an open file and reads its head.
  mutating func open(_ descriptor: Int32, size: Int) {
    open(FilePart(descriptor: descriptor, offset: 0, size: size))
  }

  /// Starts on a file that is a part of an open one, and reads its head.
  mutating func open(_ part: FilePart) {
    descriptor = part.descriptor
    base = max(part.offset, 0)
    size = min(max(part.size, 0), Int.max - base)
    (start, count, failure) = (0, 0, nil)
    fetchesLeft = Self.fetchesPerFile
    _ = reaches(0, min(size, Self.headLength))
  }

  /// Starts on bytes that are in memory already.
  mutating func open(_ content: [UInt8]) {
    bytes = content
    descriptor = nil
    (start, count, size, failure) = (0, content.count, content.count, nil)
    fetchesLeft = 0
  }

  /// Makes sure that `length` bytes from `offset` are in memory; false where they cannot be.
  @inline(__always)
  mutating func reaches(_ offset: Int, _ length: Int) -> Bool {
    let skipped = offset &- start
    if skipped >= 0, skipped <= count, length <= count &- skipped { return true }
    return fetch(offset, length)
  }

  /// The byte at an offset, or nothing past the end.
  @inline(__always)
  mutating func byte(at offset: Int) -> UInt8? {
    reaches(offset, 1) ? bytes[offset &- start] : nil
  }

  /// Whether these bytes stand at an offset.
  mutating func has(_ expected: StaticString, at offset: Int) -> Bool {
    let length = expected.utf8CodeUnitCount
    guard reaches(offset, length) else { return false }
    let here = unsafe UnsafeBufferPointer(start: expected.utf8Start, count: length)
    // Far fewer instructions than `elementsEqual` on a slice, and this is asked of every file.
    let at = offset &- start
    for index in 0..<length where unsafe bytes[at &+ index] != here[index] { return false }
    return true
  }

  /// Whether these bytes stand at an offset.
  mutating func has(_ expected: [UInt8], at offset: Int) -> Bool {
    withBytes(at: offset, count: expected.count) { $0.elementsEqual(expected) } == true
  }

  /// Two bytes as a number.
  @inline(__always)
  mutating func uint16(at offset: Int, _ order: ByteOrder) -> UInt16? {
    guard reaches(offset, 2) else { return nil }
    let at = offset &- start
    let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
    return order == .big ? first << 8 | second : second << 8 | first
  }

  /// Four bytes as a number.
  @inline(__always)
  mutating func uint32(at offset: Int, _ order: ByteOrder) -> UInt32? {
    guard reaches(offset, 4) else { return nil }
    let at = offset &- start
    let high = UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1])
    let word = high << 16 | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
    return order == .big ? word : word.byteSwapped
  }

  /// Eight bytes as a number.
  mutating func uint64(at offset: Int, _ order: ByteOrder) -> UInt64? {
    guard let first = uint32(at: offset, order), let second = uint32(at: offset + 4, order) else {
      return nil
    }
    let (high, low) = order == .big ? (first, second) : (second, first)
    return UInt64(high) << 32 | UInt64(low)
  }

  /// Lends bytes that are in the file, or nothing where they are not.
  mutating func withBytes<Result>(
    at offset: Int, count length: Int, _ body: (ArraySlice<UInt8>) -> Result
  ) -> Result? {
    guard length >= 0, reaches(offset, length) else { return nil }
    return body(bytes[(offset - start)..<(offset - start + length)])
  }

  /// A copy of bytes that are in the file, however many; nothing where they are not.
  ///
  /// The caller sets the limit: all of them are in memory at once.
  mutating func collect(at offset: Int, count length: Int) -> [UInt8]? {
    guard offset >= 0, length >= 0, offset <= size, length <= size - offset else { return nil }
    var copy: [UInt8] = []
    copy.reserveCapacity(length)
    while copy.count < length {
      let part = min(length - copy.count, Self.longestReach / 4)
      guard withBytes(at: offset + copy.count, count: part, { copy += $0 }) != nil else {
        return nil
      }
    }
    return copy
  }

  /// A copy of bytes that lie in pieces, one piece after the other; nothing where one of them is
  /// not in the file, or where they come to more than `limit`.
  mutating func collect(_ pieces: [ByteRange], atMost limit: Int) -> [UInt8]? {
    var whole: [UInt8] = []
    for piece in pieces {
      guard piece.count >= 0, piece.count <= limit - whole.count,
        let part = collect(at: piece.offset, count: piece.count)
      else { return nil }
      whole += part
    }
    return whole
  }

  /// Brings bytes in: added behind those already here when they are near, else in their place.
  private mutating func fetch(_ offset: Int, _ length: Int) -> Bool {
    guard let descriptor, offset >= 0, length >= 0, length <= Self.longestReach / 2,
      offset <= size, length <= size - offset, fetchesLeft > 0, failure == nil
    else { return false }
    fetchesLeft -= 1
    let end = min(offset + max(length, Self.shortestFetch), size)
    let isNear = offset >= start && offset - start - count < Self.longestSkip
    if !isNear || end - start > Self.longestReach { (start, count) = (offset, 0) }
    if bytes.count < end - start {
      let longest = max(end - start, Self.headLength, 2 * bytes.count)
      bytes += repeatElement(0, count: min(longest, Self.longestReach) - bytes.count)
    }
    while start + count < end {
      let (into, from) = (count, start + count)
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[into..<(end - start)])
        return unsafe pread(descriptor, free.baseAddress, free.count, off_t(base + from))
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { failure = errno }
      if got <= 0 { break }
      count += got
      bytesRead += got
    }
    return offset + length <= start + count
  }
}

/// Which end of a number comes first.
enum ByteOrder {
  case big
  case little
}
