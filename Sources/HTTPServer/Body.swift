/// The content of an answer.
public enum Body: Sendable {
  /// Nothing.
  case empty

  /// Bytes in memory; they are sent from where they are, not copied.
  case bytes([UInt8])

  /// A file or a part of one; the kernel sends it without a detour through this program.
  case file(OpenFile)

  /// Content made piece by piece while it is sent.
  case stream(BodyStream)

  /// How many bytes it will be, where that is known beforehand.
  public var count: Int? {
    switch self {
    case .empty: 0
    case .bytes(let bytes): bytes.count
    case .file(let file): file.count
    case .stream(let stream): stream.count
    }
  }
}
