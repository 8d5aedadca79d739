internal import Files
public import PhotoFacts
internal import PhotoIndex
internal import Signing
internal import Synchronization

/// The share links of an index, and the key that signs them.
///
/// Both are files beside the index that only its owner can read. A link is valid while it is in the list.
public final class ShareRegister: Sendable {
  private let list: PrivateFile
  private let keyFile: PrivateFile
  private let kept = Mutex<Kept?>(nil)

  private struct Kept {
    var stamp: FileStamp?
    var key: [UInt8]
    var ids: Set<String>
  }

  /// The register of an index.
  public init(index: FilePath) {
    list = PrivateFile(index, ".shares")
    keyFile = PrivateFile(index, ".share-key")
  }

  /// Adds a link and returns its token.
  public func add(_ terms: ShareTerms) throws -> String {
    try list.withLock {
      let key = try key(orMake: true)
      try write(try entries() + [terms.text])
      return Self.token(terms, key)
    }
  }

  /// Every link that was not revoked, oldest first.
  public func links() throws -> [ShareTerms] {
    try entries().compactMap { try? ShareTerms(text: $0[...]) }
  }

  /// The names of the links in the list that cannot be read, and so are not valid.
  public func unreadableLinks() throws -> [String] {
    try entries().filter { (try? ShareTerms(text: $0[...])) == nil }.map(Self.id(ofEntry:))
  }

  /// The links as they are stored.
  private func entries() throws -> [String] {
    try list.read()?.split(separator: "\n\n").map(String.init) ?? []
  }

  private static func id(ofEntry text: String) -> String { String(text.prefix { $0 != "\n" }) }

  /// Revokes a link; returns false if there is none of that name.
  public func revoke(_ id: String) throws -> Bool {
    try list.withLock {
      let entries = try entries()
      let rest = entries.filter { Self.id(ofEntry: $0) != id }
      guard rest.count < entries.count else { return false }
      try write(rest)
      return true
    }
  }

  /// Makes a random name for a link.
  public static func newID() -> String {
    base64URL((0..<6).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// The guest of a token; nil if the token is invalid, expired or revoked.
  package func guest(_ token: String, now: Int) -> ShareGuest? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard token.utf8.count <= 4_096, parts.count == 2, let known = try? current(),
      let payload = bytes(ofBase64: parts[0].utf8), let code = bytes(ofBase64: parts[1].utf8),
      equalsInConstantTime(SHA256.code(of: payload, key: known.key).bytes, code),
      let terms = try? ShareTerms(text: Substring(decoding: payload, as: UTF8.self)),
      terms.expires > now, known.ids.contains(terms.id)
    else { return nil }
    return try? ShareGuest(token: token, terms: terms, register: self)
  }

  /// The key and the list, read again if the list has changed.
  private func current() throws -> Kept {
    let stamp = list.stamp
    return try kept.withLock { kept in
      if let kept, kept.stamp == stamp { return kept }
      let fresh = Kept(
        stamp: stamp, key: try key(orMake: false), ids: Set(try links().map(\.id)))
      kept = fresh
      return fresh
    }
  }

  private static func token(_ terms: ShareTerms, _ key: [UInt8]) -> String {
    let payload = Array(terms.text.utf8)
    return base64URL(payload) + "." + base64URL(SHA256.code(of: payload, key: key).bytes)
  }

  private func key(orMake mayMake: Bool) throws -> [UInt8] {
    if let text = try keyFile.read(), let key = bytes(ofBase64: text.utf8), key.count == 32 {
      return key
    }
    guard mayMake, !keyFile.exists else {
      throw RegisterError("\(keyFile.path) is missing or is not a key; restore it from a backup")
    }
    let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    try keyFile.write(base64URL(key))
    return key
  }

  private func write(_ entries: [String]) throws {
    try list.write(entries.joined(separator: "\n\n"))
  }
}
