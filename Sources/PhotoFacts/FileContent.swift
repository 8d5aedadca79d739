/// The content of a file, as a note identifies it: one of the sums of its fingerprint, and its size.
public struct FileContent: Hashable, Sendable {
  /// `Fingerprint.samples`, or `Fingerprint.head` if an earlier version has read the file.
  public var fingerprint: UInt64

  /// Bytes in the file.
  public var size: Int64

  /// Makes a content.
  public init(fingerprint: UInt64, size: Int64) {
    self.fingerprint = fingerprint
    self.size = size
  }
}

extension Fingerprint {
  /// A fingerprint from the columns of a row; nil if the file has not been read.
  package init?(head: Int64?, samples: Int64?) {
    guard let head else { return nil }
    self.init(
      head: UInt64(bitPattern: head), samples: samples.map(UInt64.init(bitPattern:)))
  }

  /// The head as SQLite stores it.
  package var storedHead: Int64 { Int64(bitPattern: head) }

  /// The samples as SQLite stores them.
  package var storedSamples: Int64? { samples.map { Int64(bitPattern: $0) } }

  /// The contents by which notes may know a file of this size, the more exact first.
  public func contents(size: Int64) -> [FileContent] {
    [samples, head].compactMap { sum in
      sum.map { FileContent(fingerprint: $0, size: size) }
    }
  }
}
