public import PhotoFacts
internal import SQLite

/// A page of a listing of files that are not on the map.
public struct UnlocatedPage: Sendable {
  /// The files of the page.
  public var files: [PhotoRecord]

  /// Where the next page begins; nil on the last.
  public var next: UnlocatedCursor?
}

/// Where a listing of the files that are not on the map continues: after this one.
///
/// The order, by reason and then by id, is total. It has an index of its own in the file, so every page takes
/// the same time.
public struct UnlocatedCursor: Hashable, Sendable {
  /// The reason of the file.
  public let reason: UnlocatedReason

  fileprivate let id: Int64

  fileprivate init(_ reason: UnlocatedReason, _ id: Int64) {
    self.reason = reason
    self.id = id
  }

  /// Parses the text of a cursor; returns nil if it is invalid.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts.contains(where: { $0.hasPrefix("+") }),
      let code = Int64(parts[0], radix: 36), let reason = UnlocatedReason(code: code),
      let id = Int64(parts[1], radix: 36)
    else { return nil }
    self.init(reason, id)
  }

  /// The cursor as text that needs no escaping in a URL.
  public var text: String { "\(String(reason.rawValue, radix: 36))-\(String(id, radix: 36))" }
}

extension IndexReader {
  /// The files that are not on the map, for one reason or for any, after a cursor.
  public func unlocated(
    _ reason: UnlocatedReason? = nil, after cursor: UnlocatedCursor? = nil, limit: Int
  ) throws -> UnlocatedPage {
    var files: [PhotoRecord] = []
    var last = cursor
    for next in UnlocatedReason.allCases where reason == nil || reason == next {
      if let cursor, next.rawValue < cursor.reason.rawValue { continue }
      let start = cursor?.reason == next ? cursor?.id : nil
      try forEachUnlocated(next, after: start ?? 0, limit: limit + 1 - files.count) { file in
        // One file more than fits shows that there is another page.
        if files.count < limit { last = UnlocatedCursor(next, file.id) }
        files.append(file)
      }
      guard files.count <= limit else {
        return UnlocatedPage(files: files.dropLast(), next: last)
      }
    }
    return UnlocatedPage(files: files)
  }

  private func forEachUnlocated(
    _ reason: UnlocatedReason, after id: Int64, limit: Int, _ body: (PhotoRecord) -> Void
  ) throws {
    let rows = try connection.statement(Self.unlocatedQuery)
    try rows.bind(Int64(reason.rawValue), id, Int64(limit))
    try rows.forEachRow { body(try record($0)) }
  }
}
