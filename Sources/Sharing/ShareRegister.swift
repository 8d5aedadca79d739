internal import Files
public import PhotoFacts
internal import PhotoIndex
internal import Signing
internal import Synchronization

/// The share links of an index, or of all servers of a record, and the keys that sign them.
///
/// Both are files beside the index that only its owner can read. A link is valid while it is in the list.
public final class ShareRegister: Sendable {
  private let list: PrivateFile
  private let keyFile: PrivateFile
  private let kept = Mutex<Kept?>(nil)

  private struct Kept {
    var stamps: [FileStamp?]
    var keys: [[UInt8]]
    var ids: Set<String>
  }

  /// The register of an index.
  ///
  /// - Parameter lists: The lists of its record; needed to change or follow them.
  public init(index: FilePath, lists: (any SharedLists)? = nil) {
    list = PrivateFile(index, "shares", lists) { other, text in
      var links = ShareList(text: text ?? "")
      links.add(ShareList(text: other))
      return links.text
    }
    keyFile = PrivateFile(index, "share-key", lists) { other, text in
      Self.text(ofKeys: Self.keys(text ?? ""), and: Self.keys(other))
    }
  }

  /// Adds a link and returns its token.
  public func add(_ terms: ShareTerms) throws -> String {
    try terms.checkLength()
    let keys = try keysMadeIfMissing()
    guard let key = keys.first else { throw noKey }
    try list.change { text in
      var list = ShareList(text: text ?? "")
      list.links.append(terms)
      return list.text
    }
    return Self.token(terms, key)
  }

  /// The token of a link in the list.
  public func token(of terms: ShareTerms) throws -> String {
    guard let key = try current().keys.first else { throw noKey }
    return Self.token(terms, key)
  }

  /// Every link that was not revoked, oldest first.
  public func links() throws -> [ShareTerms] { ShareList(text: try list.read() ?? "").links }

  /// The names of the links in the list that cannot be read, and so are not valid.
  public func unreadableLinks() throws -> [String] {
    ShareList(text: try list.read() ?? "").unreadable.map(ShareList.id)
  }

  /// Throws if there is a file of keys that has none.
  public func checkKeys() throws {
    if let text = try keyFile.read(), Self.keys(text).isEmpty { throw noKey }
  }

  /// Throws if an entry of the list is not a link.
  public func checkLinks() throws {
    if let id = try unreadableLinks().first {
      throw RegisterError(
        "\(list.path): the entry \"\(id)\" is not a link; remove it with: geoindex share --revoke ID"
      )
    }
  }

  /// Revokes a link; returns false if there is none of that name.
  public func revoke(_ id: String) throws -> Bool {
    var isFound = false
    try list.change { text in
      var list = ShareList(text: text ?? "")
      isFound =
        list.links.contains { $0.id == id } || list.unreadable.contains { ShareList.id($0) == id }
      list.revoke(id)
      return isFound ? list.text : nil
    }
    return isFound
  }

  /// Adds the links of a backup and their keys; returns the valid links that are left out, because they were revoked.
  ///
  /// Earlier versions did not note what was revoked: if a key is known here, so were its links. The links of all
  /// keys stay valid.
  ///
  /// - Parameter revived: The IDs of revoked links that are added nevertheless.
  public func add(of backup: ShareRegister, reviving revived: Set<String>, now: Int) throws
    -> [ShareTerms]
  {
    let (own, theirs) = (
      Self.keys(try keyFile.read() ?? ""), Self.keys(try backup.keyFile.read() ?? "")
    )
    let isKnown = theirs.contains(where: own.contains)
    if !theirs.allSatisfy(own.contains) {
      try keyFile.change { Self.text(ofKeys: Self.keys($0 ?? ""), and: theirs) }
    }
    guard let text = try backup.list.read() else { return [] }
    var others = ShareList(text: text)
    var left: [ShareTerms] = []
    try list.change { current in
      guard let current else {
        if !isKnown { return text }
        left = others.links
        return nil
      }
      var list = ShareList(text: current)
      left = others.links.filter { link in
        !revived.contains(link.id) && !list.links.contains { $0.id == link.id }
          && (isKnown || list.revoked.contains(link.id))
      }
      list.revoked.removeAll(where: revived.contains)
      let valid = Set(list.links.map(\.id)).union(revived)
      others.revoked.removeAll(where: valid.contains)
      list.add(others.without(left.map(\.id)))
      return list.text
    }
    return left.filter { $0.expires > now }
  }

  /// Brings the copies beside a local index up to date with the record.
  public func follow() throws {
    try keyFile.follow()
    try list.follow()
  }

  /// Adds the links that an earlier version stored beside another local index, if it is one of the record.
  public func takeOver(_ other: ShareRegister, if isOfRecord: () throws -> Bool) throws {
    try keyFile.takeOver(other.keyFile, if: isOfRecord)
    try list.takeOver(other.list, if: isOfRecord)
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
      known.keys.contains(where: {
        equalsInConstantTime(SHA256.code(of: payload, key: $0).bytes, code)
      }),
      let terms = try? ShareTerms(text: Substring(decoding: payload, as: UTF8.self)),
      terms.expires > now, known.ids.contains(terms.id)
    else { return nil }
    return try? ShareGuest(token: token, terms: terms, register: self)
  }

  /// The keys and the list, read again if they have changed.
  private func current() throws -> Kept {
    let stamps = [try list.stamp, try keyFile.stamp]
    return try kept.withLock { kept in
      if let kept, kept.stamps == stamps { return kept }
      let keys = Self.keys(try keyFile.read() ?? "")
      guard !keys.isEmpty else { throw noKey }
      let fresh = Kept(stamps: stamps, keys: keys, ids: Set(try links().map(\.id)))
      kept = fresh
      return fresh
    }
  }

  private static func token(_ terms: ShareTerms, _ key: [UInt8]) -> String {
    let payload = Array(terms.text.utf8)
    return base64URL(payload) + "." + base64URL(SHA256.code(of: payload, key: key).bytes)
  }

  /// The keys, of which the first signs new links; makes one if there is none.
  private func keysMadeIfMissing() throws -> [[UInt8]] {
    var keys: [[UInt8]] = []
    try keyFile.change { text in
      keys = Self.keys(text ?? "")
      guard keys.isEmpty else { return nil }
      guard text == nil else { throw noKey }
      keys = [(0..<32).map { _ in UInt8.random(in: .min ... .max) }]
      return Self.text(ofKeys: keys, and: [])
    }
    return keys
  }

  private var noKey: RegisterError {
    RegisterError("\(keyFile.path) is missing or is not a key; restore it from a backup")
  }

  /// The keys of a text with one in each line; empty if a line is not a key.
  private static func keys(_ text: String) -> [[UInt8]] {
    let lines = text.split(separator: "\n")
    let keys = lines.compactMap { bytes(ofBase64: $0.utf8) }.filter { $0.count == 32 }
    return keys.count == lines.count ? keys : []
  }

  private static func text(ofKeys keys: [[UInt8]], and others: [[UInt8]]) -> String {
    (keys + others.filter { !keys.contains($0) }).map { base64URL($0) }.joined(separator: "\n")
  }
}

/// Links, and the IDs of those that were revoked, which neither a backup nor another server may revive.
struct ShareList {
  var links: [ShareTerms] = []

  /// The entries that are not links; they are kept, but not valid.
  var unreadable: [String] = []
  var revoked: [String] = []

  /// Precedes the ID in the entry of a revoked link; earlier versions take it for an expired link of that name.
  private static let mark = "revoked "

  init(text: String) {
    for entry in text.split(separator: "\n\n") {
      if entry.hasPrefix(Self.mark) {
        revoked.append(String(entry.dropFirst(Self.mark.count).prefix { $0 != "\n" }))
      } else if let terms = try? ShareTerms(text: entry) {
        links.append(terms)
      } else {
        unreadable.append(String(entry))
      }
    }
  }

  var text: String {
    (links.map(\.text) + unreadable + revoked.map { "\(Self.mark)\($0)\n0" }).joined(
      separator: "\n\n")
  }

  /// The ID in an entry.
  static func id(_ entry: String) -> String { String(entry.prefix { $0 != "\n" }) }

  mutating func revoke(_ id: String) {
    links.removeAll { $0.id == id }
    unreadable.removeAll { Self.id($0) == id }
    if !revoked.contains(id) { revoked.append(id) }
  }

  /// Adds the links of another list that were revoked in neither, and revokes what was revoked there.
  ///
  /// Entries that are not links are added too: they may be links of a later version.
  mutating func add(_ other: ShareList) {
    for id in other.revoked { revoke(id) }
    for link in other.links where !revoked.contains(link.id) {
      if !links.contains(where: { $0.id == link.id }) { links.append(link) }
    }
    for entry in other.unreadable where !revoked.contains(Self.id(entry)) {
      if !unreadable.contains(entry) { unreadable.append(entry) }
    }
  }

  /// The list without some links.
  func without(_ ids: [String]) -> ShareList {
    var list = self
    list.links.removeAll { ids.contains($0.id) }
    return list
  }
}
