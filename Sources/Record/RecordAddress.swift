/// The address of a record: `postgres://…`, in libpq's syntax.
public struct RecordAddress: Hashable, Sendable {
  /// The whole address, which may contain a password; only libpq gets it.
  let full: String

  /// The address without a password, for messages.
  public let display: String

  /// Whether the address has a password.
  public let hasPassword: Bool

  /// Parses an address; nil if the text is not one.
  public init?(_ text: String) {
    guard ["postgres://", "postgresql://"].contains(where: text.hasPrefix) else { return nil }
    full = text
    let withoutUser = Self.withoutUserPassword(text)
    display = Self.withoutPasswordParameter(withoutUser)
    hasPassword = display != text
  }

  /// A file name for this record as seen from one machine.
  public func fileName(machine: String) -> String {
    let hash = (display + "\0" + machine).stableHash
    let digits = String(hash, radix: 16)
    let padding = String(repeating: "0", count: 16 - digits.count)
    return "record-" + padding + digits + ".sqlite"
  }

  /// Converts `user:password@host` to `user@host`.
  private static func withoutUserPassword(_ text: String) -> String {
    guard let scheme = text.range(of: "://") else { return text }
    let authority = text[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
    // A password may contain an @.
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return text }
    return String(text[..<colon]) + String(text[at...])
  }

  /// Removes `password=` and `sslpassword=` from the query.
  private static func withoutPasswordParameter(_ text: String) -> String {
    guard let mark = text.firstIndex(of: "?") else { return text }
    let parameters = text[text.index(after: mark)...].split(separator: "&")
      .filter { parameter in
        !parameter.prefix { $0 != "=" }.lowercased().hasSuffix("password")
      }
    guard !parameters.isEmpty else { return String(text[..<mark]) }
    return String(text[...mark]) + parameters.joined(separator: "&")
  }
}

extension String {
  /// A hash that is the same in each run (FNV-1a); it is not cryptographic.
  var stableHash: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  fileprivate func range(of other: String) -> Range<String.Index>? { firstRange(of: other) }
}
