extension Request {
  /// The path of a target for a log, which must not reveal a place.
  ///
  /// It has no query, and `*` for each segment with a digit, such as those of tiles.
  static func redactedPath(_ target: [UInt8]) -> String {
    let path = target.prefix { $0 != UInt8(ascii: "?") }.prefix(200)
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return segments.map { segment in
      segment.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? "*" : String(decoding: segment, as: UTF8.self)
    }.joined(separator: "/")
  }
}
