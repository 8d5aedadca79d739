/// The formats in which photos go out and come in.
public enum PhotoFileFormat: String, Sendable, CaseIterable {
  /// One FeatureCollection.
  case geojson
  /// RFC 8142: each feature between a record separator and the end of its line.
  case geojsonseq
  /// A feature a line.
  case ndjson
  /// A table with a header (RFC 4180).
  case csv

  /// The format that a document begins with; `head` holds its first bytes, or all of it.
  ///
  /// A document that begins like JSON is read line by line when its first line is whole or another
  /// object begins on the second, so that one bad line costs one photo.
  static func detect(_ head: [UInt8]) -> PhotoFileFormat {
    let text = head[ByteMark.length(head)...]
    guard let first = text.first(where: { !isSpace($0) }) else { return .ndjson }
    if first == 0x1E { return .geojsonseq }
    guard first == UInt8(ascii: "{") else { return .csv }
    if JSONHead.isCollection(text) { return .geojson }
    let lines = text.drop(while: isSpace).split(separator: 0x0A, maxSplits: 2)
    guard lines.count > 1 else { return .ndjson }
    var reader = JSONReader(head, lines[0].startIndex..<lines[0].endIndex)
    if (try? reader.skipValue()) != nil { return .ndjson }
    return lines[1].first(where: { !isSpace($0) }) == first ? .ndjson : .geojson
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

/// The mark of UTF-8 that some programs put in front of a text.
enum ByteMark {
  static func length(_ head: [UInt8]) -> Int { head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

/// Looks at the members of an object that may go on beyond what is there.
private enum JSONHead {
  /// Whether they are those of a FeatureCollection.
  static func isCollection(_ text: ArraySlice<UInt8>) -> Bool {
    var reader = JSONReader(Array(text), 0..<text.count)
    do {
      guard try reader.peek() == .object, try reader.open("{") else { return false }
      repeat {
        let name = try reader.name()
        if name.elementsEqual("features".utf8) { return try reader.peek() == .array }
        if name.elementsEqual("type".utf8), try reader.peek() == .text {
          return try reader.text().elementsEqual("FeatureCollection".utf8)
        }
        try reader.skipValue()
      } while try reader.next(in: "{")
    } catch {
      // It goes on beyond the head, or is none.
    }
    return false
  }
}
