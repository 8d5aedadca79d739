/// Tells the content of a file from that of others, without reading all of it.
public struct Fingerprint: Hashable, Sendable {
  /// Of the first 8 KiB and the size.
  public var head: UInt64

  /// Of these and of samples behind them; nil if an earlier version has read the file, or not all of them.
  ///
  /// Uncompressed scans of one size have the same head if they begin with a white border.
  public var samples: UInt64?

  /// Makes a fingerprint.
  public init(head: UInt64, samples: UInt64? = nil) {
    self.head = head
    self.samples = samples
  }

  /// Whether two files of one size may have the same content, as far as both have been read.
  public func agrees(with other: Fingerprint) -> Bool {
    guard let samples, let others = other.samples else { return head == other.head }
    return head == other.head && samples == others
  }
}
