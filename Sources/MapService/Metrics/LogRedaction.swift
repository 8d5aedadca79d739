/// Redacts the targets of requests for logs: removes coordinates and the tokens of shared links.
struct LogRedaction: Sendable {
  /// Parameters whose values reveal no position.
  private static let harmless: Set<Substring> = [
    "f", "limit", "k", "width", "per", "buckets", "properties", "sortby", "as",
  ]

  /// Longer segments of a path may be tokens of links.
  private static let longestWord = 60

  private let patterns: [[Substring]]

  init(_ operations: [Operation]) {
    patterns = operations.map { $0.path.split(separator: "/") }
  }

  /// The full target without the tokens of links and rooms, which readers of the log could use.
  static func withoutTokens(_ target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path =
      mayHoldToken(parts[0]) || isRoom(path: parts[0])
      ? withoutToken(path: parts[0]) : String(parts[0])
    guard parts.count > 1 else { return path }
    let items = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { item in
      mayHoldToken(item) ? "share=…" : isOfRoom(item) ? "room=…" : String(item)
    }
    return path + "?" + items.joined(separator: "&")
  }

  /// A path that may be below `/shared/TOKEN` or `/rooms/ID`, without segments that may be the token or the id.
  private static func withoutToken(path: Substring) -> String {
    let longest = isRoom(path: path) ? "messages".utf8.count : longestWord
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.utf8.count > longest ? "…" : $0 }.joined(separator: "/")
  }

  /// Whether a path may be that of a room, however it is written.
  private static func isRoom(path: Substring) -> Bool { decoded(path).contains("/rooms/") }

  /// Whether a parameter may be the id of a room, or the key of a member.
  private static func isOfRoom(_ item: Substring) -> Bool {
    let item = decoded(item)
    return item.hasPrefix("room") || item.hasPrefix("key")
  }

  /// Whether a path or a parameter may be the one of links, however it is written: `%73hare=`, `Share=`, `share%3D`.
  ///
  /// Or its value may be the address of a link, as that of a QR code is.
  private static func mayHoldToken(_ item: Substring) -> Bool { decoded(item).contains("share") }

  /// An item percent-decoded, in small letters.
  private static func decoded(_ item: Substring) -> String {
    var bytes = Array(item.utf8)[...]
    var decoded: [UInt8] = []
    while let byte = bytes.popFirst() {
      let digits = byte == UInt8(ascii: "%") ? String(decoding: bytes.prefix(2), as: UTF8.self) : ""
      if digits.utf8.count == 2, let coded = UInt8(digits, radix: 16) {
        decoded.append(coded)
        bytes.removeFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self).lowercased()
  }

  /// The target with `*` for segments of the path that are not fixed words, and `…` for values.
  ///
  /// The id of a photo stays.
  func text(_ target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = path(parts[0])
    guard parts.count > 1 else { return path }
    let items = parts[1].split(separator: "&").map { item in
      // `share%3DTOKEN` is a name without a value.
      if Self.mayHoldToken(item) { return "share=…" }
      let name = item.prefix { $0 != "=" }
      guard name.count < item.count else { return String(name.prefix(40)) }
      return Self.harmless.contains(name) ? String(item.prefix(200)) : "\(name.prefix(40))=…"
    }
    return path + "?" + items.joined(separator: "&")
  }

  private func path(_ path: Substring) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let pattern = patterns.first(where: { fits($0, segments) }) else {
      // Files of the page, and unknown paths. The tiles of the base map are files too, so segments that may
      // contain digits are replaced, and so are tokens of links without digits.
      let quiet = segments.prefix(16).map {
        hasNumber($0) || $0.utf8.count > Self.longestWord ? "*" : $0
      }
      return "/" + quiet.joined(separator: "/")
    }
    let quiet = zip(pattern, segments).map { word, segment in
      isFixed(word) || word == "{id}" ? segment : "*"
    }
    return "/" + quiet.joined(separator: "/")
  }

  private func fits(_ pattern: [Substring], _ segments: [Substring]) -> Bool {
    pattern.count == segments.count
      && zip(pattern, segments).allSatisfy { !isFixed($0) || $0 == $1 }
  }

  private func hasNumber(_ segment: Substring) -> Bool {
    segment.utf8.contains {
      $0 == UInt8(ascii: "%") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
  }

  private func isFixed(_ word: Substring) -> Bool { !word.contains("{") }
}
