internal import CZlib

/// The CRC-32 of bytes, which gzip and ZIP have as a checksum.
public struct Checksum: Hashable, Sendable {
  /// The checksum of the bytes so far.
  public private(set) var value: UInt32 = 0

  /// Makes the checksum of no bytes.
  public init() {}

  /// The checksum of bytes.
  public init(of bytes: [UInt8]) {
    self.init()
    add(bytes)
  }

  /// Adds the bytes that follow.
  public mutating func add(_ bytes: [UInt8]) {
    value = unsafe bytes.withUnsafeBufferPointer { bytes in
      UInt32(
        truncatingIfNeeded: unsafe crc32_z(uLong(value), bytes.baseAddress, bytes.count))
    }
  }
}
