private import Glibc
internal import PhotoFacts

/// Reads a file through a window in memory.
///
/// The head is read once; later bytes are fetched on demand. Each access is checked against the file size, and
/// the number of fetches is limited, so malicious files cause bounded work.
struct FileWindow: ~Copyable {
  /// How much of the head is read at first.
  ///
  /// Measured on 20,000 photos of 40 KB in the page cache: 16 KiB costs least. At 8 KiB more files need a
  /// second fetch; at 64 KiB copying pixels takes a tenth more time.
  static let headLength = 16 * 1024

  /// The maximum size of the window.
  static let longestReach = 256 * 1024

  /// The least that is read at once.
  static let shortestFetch = 4 * 1024

  /// The largest gap that is read along, to keep the window contiguous.
  ///
  /// Measured on 450 files of all kinds: with 64 KB a quarter more is read, for a tenth fewer fetches.
  private static let longestSkip = 8 * 1024
  static let fetchesPerFile = 2048

  /// The limit of fetches for the track in a film: half a million seconds of telemetry.
  static let fetchesPerTrack = 1 << 20

  private var bytes: [UInt8] = []
  private var start = 0
  private var count = 0
  private var descriptor: Int32?

  /// The offset of the file in the descriptor.
  private var base = 0
  private var fetchesLeft = 0

  /// The size of the file.
  private(set) var size = 0

  /// The value of `errno` of a failed read.
  private(set) var failure: Int32?

  /// The bytes read from all files so far, including repeated reads.
  private(set) var bytesRead = 0

  /// Opens a file and reads its head.
  mutating func open(_ descriptor: Int32, size: Int, fetches: Int = fetchesPerFile) {
    open(FilePart(descriptor: descriptor, offset: 0, size: size))
    fetchesLeft = fetches
  }

  /// Opens a part of an open file and reads its head.
  mutating func open(_ part: FilePart) {
    descriptor = part.descriptor
    base = max(part.offset, 0)
    size = min(max(part.size, 0), Int.max - base)
    (start, count, failure) = (0, 0, nil)
    fetchesLeft = Self.fetchesPerFile
    expect(FingerprintRanges.middle(size: size))
    _ = reaches(0, min(size, Self.headLength))
  }

  /// Lets the disk read a range while the head is awaited: on a share, another wait would take as long.
  private func expect(_ range: Range<Int>?) {
    guard let descriptor, let range, range.lowerBound >= Self.headLength else { return }
    // A disk that cannot is only slower.
    _ = posix_fadvise(
      descriptor, off_t(base + range.lowerBound), off_t(range.count), POSIX_FADV_WILLNEED)
  }

  /// Opens a file that is in memory.
  mutating func open(_ content: [UInt8]) {
    bytes = content
    descriptor = nil
    (start, count, size, failure) = (0, content.count, content.count, nil)
    fetchesLeft = 0
  }

  /// Loads `length` bytes from `offset`; returns false if the file does not have them.
  @inline(__always)
  mutating func reaches(_ offset: Int, _ length: Int) -> Bool {
    let skipped = offset &- start
    if skipped >= 0, skipped <= count, length <= count &- skipped { return true }
    return fetch(offset, length)
  }

  /// The byte at an offset; nil past the end.
  @inline(__always)
  mutating func byte(at offset: Int) -> UInt8? {
    reaches(offset, 1) ? bytes[offset &- start] : nil
  }

  /// Whether the bytes at an offset equal these.
  mutating func has(_ expected: StaticString, at offset: Int) -> Bool {
    let length = expected.utf8CodeUnitCount
    guard reaches(offset, length) else { return false }
    let here = unsafe UnsafeBufferPointer(start: expected.utf8Start, count: length)
    // Takes far fewer instructions than `elementsEqual` on a slice; called for every file.
    let at = offset &- start
    for index in 0..<length where unsafe bytes[at &+ index] != here[index] { return false }
    return true
  }

  /// Whether the bytes at an offset equal these.
  mutating func has(_ expected: [UInt8], at offset: Int) -> Bool {
    withBytes(at: offset, count: expected.count) { $0.elementsEqual(expected) } == true
  }

  /// The two-byte number at an offset.
  @inline(__always)
  mutating func uint16(at offset: Int, _ order: ByteOrder) -> UInt16? {
    guard reaches(offset, 2) else { return nil }
    let at = offset &- start
    let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
    return order == .big ? first << 8 | second : second << 8 | first
  }

  /// The four-byte number at an offset.
  @inline(__always)
  mutating func uint32(at offset: Int, _ order: ByteOrder) -> UInt32? {
    guard reaches(offset, 4) else { return nil }
    let at = offset &- start
    let high = UInt32(bytes[at]) << 8 | UInt32(bytes[at + 1])
    let word = high << 16 | UInt32(bytes[at + 2]) << 8 | UInt32(bytes[at + 3])
    return order == .big ? word : word.byteSwapped
  }

  /// The eight-byte number at an offset.
  mutating func uint64(at offset: Int, _ order: ByteOrder) -> UInt64? {
    guard let first = uint32(at: offset, order), let second = uint32(at: offset + 4, order) else {
      return nil
    }
    let (high, low) = order == .big ? (first, second) : (second, first)
    return UInt64(high) << 32 | UInt64(low)
  }

  /// Calls `body` with a range of bytes; returns nil if the file does not have them.
  mutating func withBytes<Result>(
    at offset: Int, count length: Int, _ body: (ArraySlice<UInt8>) -> Result
  ) -> Result? {
    guard length >= 0, reaches(offset, length) else { return nil }
    return body(bytes[(offset - start)..<(offset - start + length)])
  }

  /// Copies a range of any length; returns nil if the file does not have it.
  ///
  /// The caller limits the length: the copy is in memory as a whole.
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

  /// Copies and joins ranges; returns nil if one is not in the file or the total exceeds `limit`.
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

  /// Loads bytes: appends them to the window if they are near, else replaces it.
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
      // Debug builds append a repeated element one by one, which took most of the time of tests.
      bytes += [UInt8](repeating: 0, count: min(longest, Self.longestReach) - bytes.count)
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

/// The order of bytes in a number.
enum ByteOrder {
  case big
  case little
}
