/// Finds the parts of a `multipart/form-data` body (RFC 7578) without loading it into memory.
///
/// A part is a range of the body. The length of the boundary, the number of parts and the length of their headers are
/// limited, and each byte is examined once.
public struct Multipart {
  /// An uploaded file or form field.
  public struct Part: Hashable, Sendable {
    /// The name of the field.
    public var name: String

    /// The file name, as the client sent it.
    public var filename: [UInt8]?

    /// The range of its content.
    public var range: Range<Int>
  }

  /// The limits of a body.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of parts.
    public var parts = 1_000

    /// The maximum length of a part's header in bytes.
    public var header = 8_192

    /// Makes the default limits.
    public init() {}
  }

  /// The parts, in order.
  public let parts: [Part]

  /// Finds the parts; throws a 400 or 413 if the body is not valid.
  public init(_ content: SpooledContent, boundary: String, limits: Limits = Limits()) throws {
    var walk = try MultipartWalk(
      count: content.count, boundary: Array(boundary.utf8), limits: limits
    ) { try content.read(at: $0, count: $1) }
    parts = try walk.parts()
  }

  /// The boundary in a `Content-Type` of `multipart/form-data`; nil for other types.
  ///
  /// Throws a 400 if the boundary is missing or not valid by RFC 2046.
  public static func boundary(ofContentType field: String) throws -> String? {
    let value = FieldParameters(Array(field.utf8))
    guard equalsIgnoringCase(value.value, "multipart/form-data".utf8) else { return nil }
    guard let boundary = value["boundary"] else {
      throw Problem.malformedUpload("The Content-Type multipart/form-data names no boundary.")
    }
    let marks = "'()+_,-./:=? ".utf8
    let isAllowed = boundary.allSatisfy { byte in
      byte.isDigit || (97...122).contains(byte.lowercased) || marks.contains(byte)
    }
    guard (1...70).contains(boundary.count), isAllowed, boundary.last != 32 else {
      throw Problem.malformedUpload(
        "The boundary of the multipart content is not 1 to 70 of the characters allowed in one.")
    }
    return String(decoding: boundary, as: UTF8.self)
  }
}
