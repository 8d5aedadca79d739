/// Finds the parts of a `multipart/form-data` content (RFC 7578) without taking it into memory.
///
/// Nothing is copied: a part is a range of the content. The length of the boundary, the number of
/// parts and the length of each part's header are limited, and each byte is looked at once.
public struct Multipart {
  /// One file or field that was sent.
  public struct Part: Hashable, Sendable {
    /// The name of the field.
    public var name: String

    /// The name of the file, as the client gave it.
    public var filename: [UInt8]?

    /// Where its content lies.
    public var range: Range<Int>
  }

  /// How much a content may hold.
  public struct Limits: Hashable, Sendable {
    /// The most parts.
    public var parts = 1_000

    /// The longest header of a part, in bytes.
    public var header = 8_192

    /// Makes the default limits.
    public init() {}
  }

  /// The parts, in order.
  public let parts: [Part]

  /// Finds the parts; throws a 400 or a 413 that says what is wrong where there is something.
  public init(_ content: SpooledContent, boundary: String, limits: Limits = Limits()) throws {
    var walk = try MultipartWalk(
      count: content.count, boundary: Array(boundary.utf8), limits: limits
    ) { try content.read(at: $0, count: $1) }
    parts = try walk.parts()
  }

  /// The boundary that a `Content-Type` of `multipart/form-data` names; nothing for another type.
  ///
  /// Throws a 400 where it names none, or one that RFC 2046 does not allow.
  public static func boundary(ofContentType field: String) throws -> String? {
    let value = FieldParameters(Array(field.utf8))
    guard equalsIgnoringCase(value.value, "multipart/form-data".utf8) else { return nil }
    guard let boundary = value["boundary"] else {
      throw Problem.badRequest("The Content-Type multipart/form-data names no boundary.")
    }
    let marks = "'()+_,-./:=? ".utf8
    let isAllowed = boundary.allSatisfy { byte in
      byte.isDigit || (97...122).contains(byte.lowercased) || marks.contains(byte)
    }
    guard (1...70).contains(boundary.count), isAllowed, boundary.last != 32 else {
      throw Problem.badRequest(
        "The boundary of the multipart content is not 1 to 70 of the characters allowed in one.")
    }
    return String(decoding: boundary, as: UTF8.self)
  }
}
