/// The body of a response.
public enum Body: Sendable {
  /// No body.
  case empty

  /// Bytes in memory, sent without a copy.
  case bytes([UInt8])

  /// A file or a part of one, which the kernel sends (`sendfile`).
  case file(OpenFile)

  /// A body that is made piece by piece while it is sent.
  case stream(BodyStream)

  /// The length, if it is known in advance.
  public var count: Int? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .file(let file): file.count
    case .stream(let stream): stream.count
    }
  }
}
