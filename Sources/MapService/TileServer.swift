/// A remote server of map tiles that replace the built-in map.
///
/// It learns which places are viewed. It is the only other host that the page may contact.
public struct TileServer: Hashable, Sendable {
  /// The kind of its tiles.
  public enum Kind: String, Sendable {
    /// Pictures.
    case raster

    /// Mapbox vector tiles, or a TileJSON with their address.
    case vector
  }

  /// The address of a tile with `{z}`, `{x}` and `{y}`, or that of a TileJSON.
  public let url: String

  /// The kind of its tiles.
  public let kind: Kind

  /// The credits to show on the map.
  public var attribution: String?

  /// The host as `Content-Security-Policy` names it: scheme, name and port.
  let origin: String

  /// Why an address is invalid.
  public struct AddressError: Error, CustomStringConvertible {
    /// The end of a sentence that starts with the address.
    public let description: String
  }

  /// Parses an address; throws if it is invalid.
  public init(url: String, attribution: String? = nil) throws(AddressError) {
    self.url = url
    self.attribution = attribution
    let (origin, rest) = try Self.split(url)
    self.origin = origin
    let path = rest.prefix { $0 != "?" && $0 != "#" }.lowercased()
    let names = try Self.placeholders(rest)
    if names.isEmpty, path.hasSuffix(".json") {
      kind = .vector
      return
    }
    for name in ["z", "x", "y"] where names.count(where: { $0 == name }) != 1 {
      throw AddressError(
        description:
          "needs {z}, {x} and {y} once each, as in https://tiles.example/{z}/{x}/{y}.png,"
          + " or has to be a TileJSON whose URL ends in .json")
    }
    kind = path.hasSuffix(".pbf") || path.hasSuffix(".mvt") ? .vector : .raster
  }

  /// Splits off scheme, host and port.
  ///
  /// They become part of the Content-Security-Policy, so characters with a meaning there are refused.
  private static func split(_ url: String) throws(AddressError) -> (origin: String, Substring) {
    guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else {
      throw AddressError(description: "does not begin with https:// or http://")
    }
    let plain = url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"'<>\\^`|".utf8.contains($0) }
    guard plain else {
      throw AddressError(
        description: "has a character that a URL may not contain; write it as % and two digits")
    }
    let host = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard !host.contains("{s}") else {
      throw AddressError(
        description: "has {s}, for which there would be several hosts; name one of them, such as a")
    }
    guard isHost(host) else { throw AddressError(description: "has no valid host name") }
    let rest = url.dropFirst(scheme.count + host.count)
    guard rest.hasPrefix("/") else {
      throw AddressError(description: "has no path after the host")
    }
    return (scheme + host.lowercased(), rest)
  }

  /// A host name or IPv4 address with or without a port.
  ///
  /// No user or password, and no IPv6 address, because the Content-Security-Policy cannot express one.
  private static func isHost(_ text: Substring) -> Bool {
    var name = text
    if let colon = text.lastIndex(of: ":") {
      guard let port = UInt16(text[text.index(after: colon)...]), port > 0 else { return false }
      name = text[..<colon]
    }
    func isPlain(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
    }
    return !name.isEmpty && name.allSatisfy(isPlain)
  }

  private static func placeholders(_ text: Substring) throws(AddressError) -> [Substring] {
    var names: [Substring] = []
    var rest = text
    while let start = rest.firstIndex(of: "{") {
      rest = rest[start...].dropFirst()
      guard let end = rest.firstIndex(of: "}") else {
        throw AddressError(description: "has a { without its }")
      }
      let name = rest[..<end]
      guard ["z", "x", "y"].contains(name) else {
        throw AddressError(
          description: "has {\(name)}, which is not supported: only {z}, {x} and {y} are")
      }
      names.append(name)
      rest = rest[end...].dropFirst()
    }
    return names
  }
}
