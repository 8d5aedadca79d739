/// The trusted proxies, whose forwarding fields determine the client's address.
///
/// Any client can send `Forwarded` and similar fields. So they count only if the connection comes from a trusted
/// proxy, and of a list only the end that trusted proxies appended.
public struct ProxyTrust: Sendable {
  private let proxies: [AddressRange]

  /// Trusts these proxies.
  public init(_ proxies: [AddressRange]) { self.proxies = proxies }

  /// The request as it reached the first proxy.
  func resolve(_ request: Request) throws(Problem) -> Request {
    guard let peer = request.peer, trusts(peer) else { return request }
    let headers = request.headers
    let standard = headers.list(of: "Forwarded")
    let usual = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-Prefix"]
    guard standard != nil else { return try resolveUsual(request) }
    // A proxy that writes one kind forwards the client's version of the other.
    guard !usual.contains(where: headers.contains) else {
      throw Problem.badRequest(
        "The request has both 'Forwarded' and 'X-Forwarded-…' fields; the proxy has "
          + "to remove the kind that it does not set.")
    }
    return try resolve(request, standard ?? "")
  }

  /// Whether an address belongs to a trusted proxy.
  func trusts(_ address: PeerAddress) -> Bool {
    proxies.contains { $0.contains(address) }
  }

  /// Reads `X-Forwarded-For`, `-Proto`, `-Host` and `-Prefix`.
  private func resolveUsual(_ request: Request) throws(Problem) -> Request {
    var resolved = request
    let headers = request.headers
    let hops = Self.parts(headers.list(of: "X-Forwarded-For"), at: ",")
    if let client = try client(hops.map { PeerAddress($0) }) { resolved.peer = client }
    if let scheme = Self.parts(headers.list(of: "X-Forwarded-Proto"), at: ",").last {
      resolved.scheme = try Self.scheme(scheme)
    }
    if let host = Self.parts(headers.list(of: "X-Forwarded-Host"), at: ",").last {
      resolved.authority = host
    }
    if let prefix = Self.parts(headers.list(of: "X-Forwarded-Prefix"), at: ",").last {
      resolved.pathPrefix = try Self.prefix(prefix)
    }
    return resolved
  }

  /// Reads `Forwarded: for=192.0.2.1;proto=https;host=photos.example` (RFC 7239).
  private func resolve(_ request: Request, _ field: String) throws(Problem) -> Request {
    var resolved = request
    let hops = Self.parts(field, at: ",").map { hop in
      Self.parts(hop, at: ";").reduce(into: [String: String]()) { pairs, pair in
        let halves = pair.split(separator: "=", maxSplits: 1)
        guard halves.count == 2 else { return }
        pairs[halves[0].lowercased()] = halves[1].filter { $0 != "\"" }
      }
    }
    let named = hops.filter { $0["for"] != nil }
    if let client = try client(named.map { PeerAddress($0["for"] ?? "") }) {
      resolved.peer = client
    }
    if let scheme = hops.last?["proto"] { resolved.scheme = try Self.scheme(scheme) }
    if let host = hops.last?["host"] { resolved.authority = host }
    return resolved
  }

  /// The client: the last address of the list that is not a trusted proxy's.
  private func client(_ hops: [PeerAddress?]) throws(Problem) -> PeerAddress? {
    var client: PeerAddress?
    for hop in hops.reversed() {
      // `unknown` and obfuscated names end the list: earlier entries may be forged.
      guard let hop else { break }
      client = hop
      guard trusts(hop) else { break }
    }
    return client
  }

  private static func scheme(_ text: String) throws(Problem) -> String {
    let scheme = text.lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw Problem.badRequest("The proxy names a scheme that is neither http nor https.")
    }
    return scheme
  }

  private static func prefix(_ text: String) throws(Problem) -> String {
    var prefix = text
    while prefix.hasSuffix("/") { prefix.removeLast() }
    guard !prefix.isEmpty else { return "" }
    // The prefix is used in links unchanged, so it must be a path that cannot denote another host.
    let isPath =
      prefix.hasPrefix("/") && !prefix.contains("//") && prefix.utf8.count <= 256
      && prefix.utf8.allSatisfy(isOfPath)
    guard isPath else {
      throw Problem.badRequest("The prefix from the proxy has to be a path such as /photos.")
    }
    return prefix
  }

  private static func isOfPath(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  private static func parts(_ list: String?, at separator: Character) -> [String] {
    (list ?? "").split(separator: separator).map {
      String(decoding: Array($0.utf8).trimmingBlanks(), as: UTF8.self)
    }.filter { !$0.isEmpty }
  }
}
