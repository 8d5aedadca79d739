internal import PhotoFacts

/// Recognises files that are neither photos nor films, and unsupported formats, by their first bytes.
private enum OtherContent {
  /// Files that are neither photo nor film.
  private static let others: [(start: [UInt8], name: String)] = [
    (Array("%PDF-".utf8), "a PDF document"), (Array("%!PS".utf8), "a PostScript document"),
    (Array("{\\rtf".utf8), "an RTF document"), (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
    (Array("Rar!".utf8), "a RAR archive"), (Array("7z".utf8) + [0xBC, 0xAF], "a 7-Zip archive"),
    ([0x1F, 0x8B, 0x08], "a gzip archive"), ([0xD0, 0xCF, 0x11, 0xE0], "an Office document"),
    (Array("ID3".utf8), "sound (MP3)"), (Array("fLaC".utf8), "sound (FLAC)"),
    (Array("OggS".utf8), "sound (Ogg)"), (Array("SQLite format 3".utf8), "an SQLite database"),
    ([0x7F] + Array("ELF".utf8), "a program"), (Array("bplist".utf8), "a property list"),
    ([0, 0, 1, 0], "an icon"), (Array("<svg".utf8), "an SVG drawing"),
    (Array("<!doctype html".utf8), "an HTML page"), (Array("<html".utf8), "an HTML page"),
    (Array("<head".utf8), "an HTML page"), (Array("<?xml".utf8), "an XML document"),
  ]

  /// Pictures and films in formats that are not supported.
  private static let unread: [(start: [UInt8], name: String)] = [
    ([0x49, 0x49, 0xBC], "JPEG XR pictures"), ([0x30, 0x26, 0xB2, 0x75], "Windows Media videos"),
    (Array("FLV\u{1}".utf8), "Flash videos"), ([0, 0, 1, 0xBA], "MPEG videos"),
    ([0, 0, 1, 0xB3], "MPEG videos"), ([0xFF, 0x01] + Array("Exiv2".utf8), "Exiv2's own files"),
  ]

  /// The detail for the report.
  static func detail(_ head: ArraySlice<UInt8>) -> String {
    if let kind = unread.first(where: { head.starts(with: $0.start) }) {
      return "\(kind.name) are not supported"
    }
    if isTransportStream(head) { return "MPEG transport streams (MTS) are not supported" }
    let name = other(head)
    return "not a photo or video" + (name.map { ", but \($0)" } ?? "")
  }

  private static func other(_ head: ArraySlice<UInt8>) -> String? {
    let bytes = Array(head)
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) {
      return "sound (WAV)"
    }
    if bytes.dropFirst(4).starts(with: "ftypM4".utf8) { return "sound (M4A)" }
    // Markup may begin with a byte order mark and blank lines, in upper or lower case.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = (bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...])
      .drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let lower = text.prefix(32).map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    if let kind = others.first(where: {
      bytes.starts(with: $0.start) || lower.starts(with: $0.start)
    }) {
      return kind.name
    }
    return isText(bytes) ? "text" : nil
  }

  /// Whether the bytes are plain text.
  private static func isText(_ head: [UInt8]) -> Bool {
    let start = head.prefix(512)
    guard !start.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) }) else {
      return false
    }
    // The last character may be truncated.
    return !String(decoding: start, as: UTF8.self).dropLast(3).contains("\u{FFFD}")
  }

  /// Whether packets of 188 bytes begin with the sync byte; cameras add four bytes before each.
  private static func isTransportStream(_ head: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(head)
    return [(0, 188), (4, 192)].contains { first, step in
      let marks = stride(from: first, to: min(bytes.count, first + 4 * step), by: step)
      return bytes.count > 3 * step + first && marks.allSatisfy { bytes[$0] == 0x47 }
    }
  }
}

extension FileWindow {
  /// Why a file of unknown format has no place.
  mutating func refusalOfContent() -> Place {
    let length = min(size, Self.headLength)
    guard withBytes(at: 0, count: length, { $0.allSatisfy { $0 == 0 } }) != true else {
      let head = size > length ? "its first \(length / 1024) KiB are zeros" : "it is all zeros"
      return .unlocated(.unreadable, detail: "\(head): it was not written completely")
    }
    let detail = withBytes(at: 0, count: min(size, 1024), OtherContent.detail)
    return .unlocated(.unsupported, detail: detail ?? "not a photo or video")
  }
}
