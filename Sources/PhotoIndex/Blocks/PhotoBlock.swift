internal import Grid

/// The directory, the camera and the locality of a photo.
struct PhotoGroup: Hashable, Sendable {
  /// The group of an id without a photo; no directory has the id 0.
  static let none = PhotoGroup(directoryAndCamera: 0, localityNumber: 0)

  /// The directory's id in the low half, the camera's in the high half; 0 if unknown.
  let directoryAndCamera: UInt64

  /// The locality's id; 0 if unknown.
  var localityNumber: UInt32

  init(directoryAndCamera: UInt64, localityNumber: UInt32) {
    (self.directoryAndCamera, self.localityNumber) = (directoryAndCamera, localityNumber)
  }

  init(directory: Int64, camera: Int64?, locality: Int64?) {
    directoryAndCamera =
      UInt64(UInt32(clamping: directory)) | UInt64(UInt32(clamping: camera ?? 0)) << 32
    localityNumber = UInt32(clamping: locality ?? 0)
  }

  var directory: Int64 { Int64(directoryAndCamera & 0xFFFF_FFFF) }

  var camera: Int64? { directoryAndCamera >> 32 == 0 ? nil : Int64(directoryAndCamera >> 32) }
}

/// The groups of photos with consecutive ids, as one row of `photo_block` stores them.
///
/// ```
/// directory, camera  8 × n   UInt32 each, little-endian
/// locality           4 × n   UInt32, little-endian
/// ```
///
/// Block 0 has the ids 0 to 164. Ids without a row in `photo` have the group 0, which is left out at the end.
struct PhotoBlock: Equatable {
  /// The number of photos with which two rows fill one page of 4 KiB.
  static let capacity: Int64 = 165

  /// The greatest number of a row.
  static let greatestNumber = Int64.max / capacity - 1

  private static let stride = 12

  /// The number of the row.
  let number: Int64

  private(set) var groups: [PhotoGroup]

  init(number: Int64) { (self.number, groups) = (number, []) }

  /// Reads a row; returns nil if the bytes are not a block.
  init?(number: Int64, _ bytes: UnsafeRawBufferPointer) {
    guard unsafe Self.isBlock(bytes) else { return nil }
    self.number = number
    let count = bytes.count / Self.stride
    groups = (0..<count).map { unsafe Self.group(bytes, $0, of: count) }
  }

  /// The block of a photo, whose id must not be negative.
  static func number(of photo: Int64) -> Int64 { photo / capacity }

  /// The ids that belong to a row.
  static func photos(of number: Int64) -> Range<Int64> {
    number * capacity..<(number + 1) * capacity
  }

  static func isBlock(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count % stride == 0 && bytes.count <= stride * Int(capacity)
  }

  /// Visits the photos of a row; returns false if the bytes are not a block.
  @inline(__always)
  static func forEachPhoto(
    of number: Int64, _ bytes: UnsafeRawBufferPointer, _ body: (Int64, PhotoGroup) throws -> Void
  ) rethrows -> Bool {
    guard unsafe isBlock(bytes) else { return false }
    let count = bytes.count / stride
    for index in 0..<count {
      try unsafe body(number &* capacity &+ Int64(index), group(bytes, index, of: count))
    }
    return true
  }

  @inline(__always)
  private static func group(_ bytes: UnsafeRawBufferPointer, _ index: Int, of count: Int)
    -> PhotoGroup
  {
    unsafe PhotoGroup(
      directoryAndCamera: UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: 8 &* index, as: UInt64.self)),
      localityNumber: UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: 8 &* count &+ 4 &* index, as: UInt32.self)
      ))
  }

  /// Sets the group of a photo of this block.
  mutating func set(_ group: PhotoGroup, of photo: Int64) {
    let index = Int(photo - number * Self.capacity)
    if index >= groups.count {
      guard group != .none else { return }
      groups.append(contentsOf: repeatElement(.none, count: index + 1 - groups.count))
    }
    groups[index] = group
    while groups.last == PhotoGroup.none { groups.removeLast() }
  }

  /// The bytes of the row.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.stride * groups.count)
    for group in groups { bytes.append(littleEndian: group.directoryAndCamera) }
    for group in groups { bytes.append(littleEndian: group.localityNumber) }
    return bytes
  }
}
