internal import Files
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import Signing

/// A request for the bytes of one version of a photo, to the server of the machine that has its file.
struct PictureRequest: Hashable, Sendable {
  /// The requested form.
  enum Form: Hashable, Sendable {
    case original
    case jpeg
    case thumbnail(width: Int)

    /// The longest response that is fetched into memory as a whole.
    var mostBytes: Int {
      switch self {
      case .original, .jpeg: 32 << 20
      case .thumbnail: 4 << 20
      }
    }
  }

  /// The machine that must answer.
  var machine: String

  /// The id of the photo.
  var id: Int64

  /// The version of the file: a hash of its path and its stamp.
  var version: String

  var form: Form

  /// The path and query.
  var target: String {
    switch form {
    case .original: "/photos/\(id)/original"
    case .jpeg: "/photos/\(id)/original?as=jpeg"
    case .thumbnail(let width): "/photos/\(id)/thumbnail?width=\(width)"
    }
  }

  /// The version of a photo's file, as its own machine and all others compute it; nil if no scan has seen it.
  static func version(of photo: PhotoRecord, on machine: String) -> String? {
    guard let stamp = photo.stamp else { return nil }
    let owner = photo.machine == nil ? Array("\(machine):".utf8) : []
    let changed = stamp.changed.map { String($0) } ?? ""
    let numbers = "\(stamp.size) \(stamp.modified) \(stamp.inode) \(changed)"
    let bytes = owner + photo.root.bytes + [0] + photo.path.bytes + [0] + Array(numbers.utf8)
    return base64URL(SHA256.hash(bytes).bytes.prefix(16))
  }
}

/// Proof that the sender of a picture request knows the key of the record, in its field `Authorization`.
///
/// The key itself is never sent. A code holds for one machine, photo, version and form, and for a few minutes.
struct PictureAuthorization: Hashable, Sendable {
  /// The field of a response with which a server proves that it knows the key too.
  static let proofField = "GeoIndex-Proof"

  private static let scheme = "GeoIndex-Picture "

  /// How many seconds a code holds, and how far the clocks of two machines may differ.
  private static let lifetime: UInt64 = 300

  /// When the request was signed, in seconds since 1970.
  let time: Int64
  let version: String
  let code: String

  /// Signs a request.
  init(_ request: PictureRequest, key: [UInt8], time: Int64) {
    (self.time, version) = (time, request.version)
    code = Self.code(request.machine, request.target, version, time, key)
  }

  /// Parses the field of a request; nil if it has another scheme.
  init?(_ request: Request) {
    guard Self.isIn(request), let field = request.headers["Authorization"] else { return nil }
    let parts = field.dropFirst(Self.scheme.count)
      .split(separator: ".", omittingEmptySubsequences: false)
    let isComplete = parts.count == 3
    time = isComplete ? Int64(parts[0]) ?? 0 : 0
    version = isComplete ? String(parts[1]) : ""
    code = isComplete ? String(parts[2]) : ""
  }

  /// Whether a request claims to come from another machine.
  static func isIn(_ request: Request) -> Bool {
    request.headers["Authorization"]?.hasPrefix(scheme) ?? false
  }

  /// The field.
  var field: String { "\(Self.scheme)\(time).\(version).\(code)" }

  /// Whether the code is that of a picture request to this machine.
  func holds(for request: Request, to machine: String, key: [UInt8], now: Int64) -> Bool {
    guard let target = Self.target(request), (now &- time).magnitude <= Self.lifetime
    else { return false }
    let expected = Self.code(machine, target, version, time, key)
    return equalsInConstantTime(Array(code.utf8), Array(expected.utf8))
  }

  /// The proof for the response to this request.
  func proof(_ key: [UInt8]) -> String {
    base64URL(SHA256.code(of: "geoindex proof\n\(code)".utf8, key: key).bytes)
  }

  /// The target as it was signed, without the prefix of a proxy; nil if it is not that of a picture.
  private static func target(_ request: Request) -> String? {
    guard request.method == .get, request.path.count == 3, request.path[0] == "photos",
      let id = Int64(request.path[1]), request.path[1] == String(id)
    else { return nil }
    let items = request.query.map { "\($0.name)=\($0.value)" }
    let forms: [PictureRequest.Form] =
      switch (request.path[2], items.count) {
      case ("original", 0): [.original]
      case ("original", 1): [.jpeg]
      case ("thumbnail", 1): Int(request.query[0].value).map { [.thumbnail(width: $0)] } ?? []
      default: []
      }
    let query = items.first.map { "?\($0)" } ?? ""
    let found = forms.first.map {
      PictureRequest(machine: "", id: id, version: "", form: $0).target
    }
    return found == "/photos/\(id)/\(request.path[2])\(query)" ? found : nil
  }

  private static func code(
    _ machine: String, _ target: String, _ version: String, _ time: Int64, _ key: [UInt8]
  ) -> String {
    let text = "geoindex picture\n\(machine)\n\(time)\n\(version)\n\(target)"
    return base64URL(SHA256.code(of: text.utf8, key: key).bytes)
  }
}

extension PhotoRecord {
  /// The machine that has the file; nil if it is this one.
  var machine: String? {
    guard root.bytes.first != UInt8(ascii: "/"),
      let colon = root.bytes.firstIndex(of: UInt8(ascii: ":")),
      root.bytes[(colon + 1)...].first == UInt8(ascii: "/")
    else { return nil }
    return String(decoding: root.bytes[..<colon], as: UTF8.self)
  }
}
