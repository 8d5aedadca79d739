extension Request {
  /// The index of the form that the client prefers by its `Accept` field (RFC 9110 §12.5.1); nil if none is acceptable.
  ///
  /// Each form is a list of media types: the one it is sent as, and aliases. The most specific matching range gives
  /// the quality of a type. Among forms of equal quality, the most specifically named one is chosen, then the first. A
  /// field without any media range is ignored.
  public func preferredForm(among forms: [[String]]) -> Int? {
    guard let field = headers.list(of: "Accept") else { return forms.isEmpty ? nil : 0 }
    let ranges = field.utf8.split(separator: UInt8(ascii: ",")).prefix(100)
      .compactMap { MediaRange($0) }
    guard !ranges.isEmpty else { return forms.isEmpty ? nil : 0 }
    var best: (index: Int, liking: MediaRange.Liking)?
    for (index, types) in forms.enumerated() {
      let likings = types.enumerated().compactMap { place, type in
        ranges.compactMap { $0.liking(of: type) }.filter { place == 0 || $0.exactness == 3 }.max()
      }
      guard let liking = likings.max(by: { $0.isWorse(than: $1) }), liking.quality > 0 else {
        continue
      }
      if best.map({ $0.liking.isWorse(than: liking) }) ?? true { best = (index, liking) }
    }
    return best?.index
  }
}

/// One range of an `Accept` field.
private struct MediaRange {
  /// The preference for a type, by the most specific matching range.
  struct Liking: Comparable {
    /// 3 for the exact type, 2 for JSON if the type is based on it, 1 for the whole family, 0 for `*/*`.
    var exactness: Int
    /// The weight in thousandths.
    var quality: Int

    /// Orders ranges of one field by precedence.
    static func < (one: Liking, other: Liking) -> Bool {
      (one.exactness, one.quality) < (other.exactness, other.quality)
    }

    /// Orders forms by preference.
    func isWorse(than other: Liking) -> Bool {
      (quality, exactness) < (other.quality, other.exactness)
    }
  }

  private let family: [UInt8]
  private let type: [UInt8]
  private var quality = 1_000
  private static let any = [UInt8(ascii: "*")]

  init?(_ entry: Substring.UTF8View) {
    var parts = entry.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
    guard let range = parts.popFirst()?.trimmingBlanks() else { return nil }
    let halves = range.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty else { return nil }
    (family, type) = (Array(halves[0]), Array(halves[1]))
    // Other parameters, such as a charset, exclude no type that is served here.
    for part in parts {
      let parameter = part.trimmingBlanks()
      guard equalsIgnoringCase(parameter.prefix(2), "q=".utf8) else { continue }
      guard let thousandths = Self.thousandths(parameter.dropFirst(2)) else { return nil }
      quality = thousandths
    }
  }

  func liking(of name: String) -> Liking? {
    let halves = name.utf8.prefix { $0 != UInt8(ascii: ";") }.split(separator: UInt8(ascii: "/"))
    guard halves.count == 2 else { return nil }
    if family == Self.any { return type == Self.any ? Liking(exactness: 0, quality: quality) : nil }
    guard equalsIgnoringCase(family, halves[0]) else { return nil }
    if type == Self.any { return Liking(exactness: 1, quality: quality) }
    if equalsIgnoringCase(type, halves[1]) { return Liking(exactness: 3, quality: quality) }
    // A client that accepts JSON also accepts GeoJSON and OpenAPI.
    let isKind =
      equalsIgnoringCase(family, "application".utf8) && equalsIgnoringCase(type, "json".utf8)
      && equalsIgnoringCase(halves[1].suffix(5), "+json".utf8)
    return isKind ? Liking(exactness: 2, quality: quality) : nil
  }

  /// Parses a weight with at most three decimals: `0.7` is 700.
  private static func thousandths(_ text: some Collection<UInt8>) -> Int? {
    let digits = Array(text)
    guard let whole = digits.first, whole == 48 || whole == 49, digits.count <= 5 else {
      return nil
    }
    guard digits.count > 1 else { return whole == 49 ? 1_000 : 0 }
    guard digits[1] == UInt8(ascii: ".") else { return nil }
    var number = Int(whole) - 48
    for index in 2..<5 {
      let digit = index < digits.count ? digits[index] : 48
      guard (48...57).contains(digit) else { return nil }
      number = number * 10 + Int(digit) - 48
    }
    return number <= 1_000 ? number : nil
  }
}
