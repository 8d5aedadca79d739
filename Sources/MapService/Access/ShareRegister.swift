internal import Glibc
internal import HTTPServer
public import PhotoFacts
internal import Synchronization

/// The links that were given out, and the key that only this machine signs them with.
///
/// Both lie beside the index, readable by its owner alone. A link is good while it is in the list: who
/// takes it out, or removes the file, has taken it back.
public final class ShareRegister: Sendable {
  private let list: FilePath
  private let keyFile: FilePath
  private let kept = Mutex<Kept?>(nil)

  private struct Kept {
    var stamp: FileStamp?
    var key: [UInt8]
    var ids: Set<String>
  }

  /// The register of an index.
  public init(index: FilePath) {
    list = FilePath(bytes: index.bytes + Array(".shares".utf8))
    keyFile = FilePath(bytes: index.bytes + Array(".share-key".utf8))
  }

  /// Adds a link and answers its token.
  public func add(_ terms: ShareTerms) throws -> String {
    let key = try key(orMake: true)
    try write(try links() + [terms])
    return Self.token(terms, key)
  }

  /// Every link that was given out and not taken back, in the order in which that was.
  public func links() throws -> [ShareTerms] {
    guard let text = try Self.read(list) else { return [] }
    return try text.split(separator: "\n\n").map { try ShareTerms(text: $0) }
  }

  /// Takes a link back; answers whether there was one of that name.
  public func revoke(_ id: String) throws -> Bool {
    let links = try links()
    guard links.contains(where: { $0.id == id }) else { return false }
    try write(links.filter { $0.id != id })
    return true
  }

  /// A name for a new link.
  public static func newID() -> String {
    base64URL((0..<6).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// Whom a token lets in at this time; nothing where it is none of ours or no longer good.
  func guest(_ token: String, now: Int) -> ShareGuest? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard token.utf8.count <= 4_096, parts.count == 2, let known = try? current(),
      let payload = bytes(ofBase64: parts[0].utf8), let code = bytes(ofBase64: parts[1].utf8),
      equalsInConstantTime(SHA256.code(of: payload, key: known.key).bytes, code),
      let terms = try? ShareTerms(text: Substring(decoding: payload, as: UTF8.self)),
      terms.expires > now, known.ids.contains(terms.id), let condition = try? terms.condition()
    else { return nil }
    return ShareGuest(token: token, terms: terms, condition: condition)
  }

  /// Key and list, read again when the list has changed.
  private func current() throws -> Kept {
    let stamp = FileStamp(list.bytes)
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
    if let text = try Self.read(keyFile), let key = bytes(ofBase64: text.utf8), key.count == 32 {
      return key
    }
    guard mayMake, !Self.exists(keyFile) else {
      throw ShareRegisterError("\(keyFile) is not there, or is no key")
    }
    let key = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    try Self.write(base64URL(key), to: keyFile)
    return key
  }

  private func write(_ links: [ShareTerms]) throws {
    try Self.write(links.map(\.text).joined(separator: "\n\n"), to: list)
  }

  private static func exists(_ path: FilePath) -> Bool {
    unsafe path.withCString { unsafe access($0, F_OK) == 0 }
  }

  private static func read(_ path: FilePath) throws -> String? {
    guard exists(path) else { return nil }
    do {
      return String(decoding: try OpenFile(path: path.bytes).read(), as: UTF8.self)
    } catch {
      throw ShareRegisterError("cannot read \(path): \(error)")
    }
  }

  /// Writes beside the file and then takes its place, so that nobody ever reads half of it.
  private static func write(_ text: String, to path: FilePath) throws {
    let draft = FilePath(bytes: path.bytes + Array(".new".utf8))
    let descriptor = unsafe draft.withCString {
      unsafe Glibc.open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw ShareRegisterError.system("cannot write", draft) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count,
      fsync(descriptor) == 0
    else { throw ShareRegisterError.system("cannot write", draft) }
    let isMoved = unsafe draft.withCString { from in
      unsafe path.withCString { to in unsafe rename(from, to) == 0 }
    }
    guard isMoved else { throw ShareRegisterError.system("cannot write", path) }
  }
}

/// Why links cannot be read or written.
public struct ShareRegisterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, naming the file.
  public let description: String

  init(_ description: String) { self.description = description }

  static func system(_ what: String, _ path: FilePath) -> ShareRegisterError {
    ShareRegisterError("\(what) \(path): \(unsafe String(cString: strerror(errno)))")
  }
}
