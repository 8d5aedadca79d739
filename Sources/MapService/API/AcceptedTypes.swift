internal import HTTPServer

/// The media types a client takes, as its `Accept` says (RFC 9110 §12.5.1).
struct AcceptedTypes {
  private struct Range {
    var type: Substring
    var subtype: Substring
    var quality: Int
  }

  private var ranges: [Range] = []

  /// Reads them; nothing where the client does not say.
  init?(_ request: Request) {
    guard let list = request.headers.list(of: "Accept") else { return nil }
    for entry in list.lowercased().split(separator: ",") {
      let parts = entry.split(separator: ";").map(trimmed)
      guard let names = parts.first?.split(separator: "/"), names.count == 2 else { continue }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }
      ranges.append(
        Range(
          type: names[0], subtype: names[1],
          quality: quality.flatMap { Double($0.dropFirst(2)) }.map(Self.thousandths) ?? 1_000))
    }
    if ranges.isEmpty { return nil }
  }

  private static func thousandths(_ quality: Double) -> Int {
    quality > 0 ? Int(min(quality, 1) * 1_000) : 0
  }

  /// Which of these the client likes best, the earlier one where it has no preference; nothing where
  /// it takes none.
  func best(of types: [String]) -> Int? {
    let qualities = types.map(quality)
    guard let best = qualities.max(), best > 0 else { return nil }
    return qualities.firstIndex(of: best)
  }

  /// How much a type is liked: the range that says most about it decides.
  private func quality(of type: String) -> Int {
    let names = type.lowercased().prefix { $0 != ";" }.split(separator: "/")
    guard names.count == 2 else { return 0 }
    var decisive = (rank: 0, quality: 0)
    for range in ranges {
      let rank = rank(of: range, names[0], names[1])
      if rank > decisive.rank { decisive = (rank, range.quality) }
    }
    return decisive.quality
  }

  /// How exactly a range means a type, 0 where it does not.
  ///
  /// Who takes plain JSON is given every kind of it: that is what GeoJSON and OpenAPI are.
  private func rank(of range: Range, _ type: Substring, _ subtype: Substring) -> Int {
    switch (range.type, range.subtype) {
    case (type, subtype): 4
    case ("application", "json") where subtype.hasSuffix("+json"): 3
    case (type, "*"): 2
    case ("*", "*"): 1
    default: 0
    }
  }
}

private func trimmed(_ text: Substring) -> Substring {
  var text = text.drop { $0 == " " || $0 == "\t" }
  while text.last == " " || text.last == "\t" { text.removeLast() }
  return text
}
