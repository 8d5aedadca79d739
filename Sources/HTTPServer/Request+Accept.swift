extension Request {
  /// Which of several forms of a response the client prefers (RFC 9110 §12.5.1); nil if it
  /// takes none of them.
  ///
  /// Each form is a list of media types: the one it is sent as, and others that mean
  /// it where they are named. The most specific range that fits a type says how much it is liked;
  /// among forms liked equally, the one that was named more exactly wins, then the first. A field
  /// that names no media range at all is as good as none.
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

/// One entry of an `Accept` field.
private struct MediaRange {
  /// How much a type is liked by the range that fits it most exactly.
  struct Liking: Comparable {
    /// 3 for the very type, 2 for JSON where it is a kind of JSON, 1 for all of its family, 0 for
    /// anything.
    var exactness: Int
    /// In thousandths.
    var quality: Int

    /// The order in which ranges of one field overrule each other.
    static func < (one: Liking, other: Liking) -> Bool {
      (one.exactness, one.quality) < (other.exactness, other.quality)
    }

    /// The order in which forms are chosen.
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
    // The other parameters, such as a charset, rule out nothing that is served here.
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
    // A client that accepts plain JSON accepts GeoJSON and OpenAPI too.
    let isKind =
      equalsIgnoringCase(family, "application".utf8) && equalsIgnoringCase(type, "json".utf8)
      && equalsIgnoringCase(halves[1].suffix(5), "+json".utf8)
    return isKind ? Liking(exactness: 2, quality: quality) : nil
  }

  /// A weight of at most three decimals: `0.7` is 700.
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
