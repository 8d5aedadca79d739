internal import Glibc

/// A memory-mapped file, which is unmapped with the last reference.
///
/// `@unchecked Sendable`: the mapping is read-only and its address never changes.
@safe final class MappedFile: @unchecked Sendable {
  private let start: UnsafeRawPointer
  let count: Int

  init(path: [UInt8]) throws(PlacesError) {
    let descriptor = unsafe (path + [0]).withUnsafeBytes { bytes in
      guard let name = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress else {
        return CInt(-1)
      }
      return unsafe open(name, O_RDONLY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .cannotOpen(path, Self.lastReason) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .cannotOpen(path, Self.lastReason) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { throw .damaged }
    let size = Int(status.st_size)
    let mapping = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else {
      throw .cannotOpen(path, Self.lastReason)
    }
    unsafe start = UnsafeRawPointer(mapping)
    count = size
  }

  deinit { unsafe munmap(UnsafeMutableRawPointer(mutating: start), count) }

  private static var lastReason: String { unsafe String(cString: strerror(errno)) }

  /// Loads a little-endian number; the caller has compared its offset with `count`.
  @inline(__always)
  fileprivate func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, as type: Number.Type
  ) -> Number {
    unsafe Number(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: type))
  }
}

/// A part of a mapped file.
///
/// Each access checks the bounds.
struct Section: Sendable {
  private let file: MappedFile
  private let offset: Int
  let count: Int

  /// The whole file.
  init(_ file: MappedFile) {
    self.file = file
    offset = 0
    count = file.count
  }

  /// A part of another section.
  init(_ whole: Section, offset: UInt64, count: UInt64) throws(PlacesError) {
    guard offset <= UInt64(whole.count), count <= UInt64(whole.count) - offset else {
      throw .damaged
    }
    file = whole.file
    self.offset = whole.offset + Int(offset)
    self.count = Int(count)
  }

  @inline(__always)
  func byte(_ at: Int) throws(PlacesError) -> UInt8 {
    guard at >= 0, at < count else { throw .damaged }
    return file.load(offset &+ at, as: UInt8.self)
  }

  @inline(__always)
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ at: Int, as type: Number.Type = Number.self
  ) throws(PlacesError) -> Number {
    guard at >= 0, at <= count &- MemoryLayout<Number>.size else { throw .damaged }
    return file.load(offset &+ at, as: type)
  }

  /// Sixteen bytes as two numbers.
  @inline(__always)
  func pair(_ at: Int) throws(PlacesError) -> (UInt64, UInt64) {
    guard at >= 0, at <= count &- 16 else { throw .damaged }
    return (
      file.load(offset &+ at, as: UInt64.self), file.load(offset &+ at &+ 8, as: UInt64.self)
    )
  }

  func bytes(_ range: Range<Int>) throws(PlacesError) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw .damaged }
    return range.map { file.load(offset + $0, as: UInt8.self) }
  }

  /// The number of records of a size; throws if the section is not a multiple of it.
  func records(of size: Int) throws(PlacesError) -> Int {
    guard count % size == 0 else { throw .damaged }
    return count / size
  }
}

/// Reads numbers that have seven bits in each byte, one after the other.
struct NumberReader {
  let section: Section
  var offset: Int

  @inline(__always)
  mutating func byte() throws(PlacesError) -> Int {
    let byte = try section.byte(offset)
    offset &+= 1
    return Int(byte)
  }

  /// A number of at most 28 bits, the lowest seven first.
  @inline(__always)
  mutating func number() throws(PlacesError) -> Int {
    var byte = try byte()
    if byte < 0x80 { return byte }
    var result = byte & 0x7F
    var shift = 7
    repeat {
      guard shift < 28 else { throw .damaged }
      byte = try self.byte()
      result |= (byte & 0x7F) << shift
      shift += 7
    } while byte >= 0x80
    return result
  }

  /// A signed number in zigzag encoding: 0, −1, 1, −2 and so on.
  @inline(__always)
  mutating func signed() throws(PlacesError) -> Int {
    let number = try number()
    return (number >> 1) ^ -(number & 1)
  }
}
