internal import PhotoFacts

/// The data sets of an IPTC record (IIM 4.2) that are read.
struct IPTCRecord {
  /// Texts of data sets that occur once, by their numbers; those of dates and times too.
  private(set) var texts: [UInt8: String] = [:]

  /// The words in it.
  private(set) var words = PhotoWords()

  /// The limit of data sets; photographers write some dozens.
  private static let mostSets = 4_096

  /// The limit of a text in bytes.
  private static let longestText = 8_192

  private static let (title, keyword, creator, copyright, caption) =
    (5, 25, 80, 116, 120) as (UInt8, UInt8, UInt8, UInt8, UInt8)

  /// The numbers of dates and times, which have at most 32 bytes.
  private static let times: [UInt8] = [55, 60, 62, 63]

  init(_ record: ByteRange, in file: inout FileWindow) {
    var position = record.offset
    let end = min(record.offset + record.count, file.size)
    var creators: [String] = []
    for _ in 0..<Self.mostSets where position + 5 <= end {
      guard file.byte(at: position) == 0x1C, let set = file.byte(at: position + 1),
        let number = file.byte(at: position + 2),
        let (start, length) = Self.content(at: position + 3, in: &file), start + length <= end
      else { break }
      position = start + length
      guard set == 2 else { continue }
      switch number {
      case Self.keyword:
        let name = Self.text(start, length, in: &file, oneLine)
        if !name.isEmpty, !words.keywords.contains(name),
          words.keywords.count < PhotoWords.mostNames
        {
          words.keywords.append(name)
        }
      case Self.creator: creators.append(Self.text(start, length, in: &file, oneLine))
      case Self.title:
        words.title = words.title ?? Self.text(start, length, in: &file, oneLine).known
      case Self.copyright:
        words.copyright = words.copyright ?? Self.text(start, length, in: &file, oneLine).known
      case Self.caption:
        words.caption = words.caption ?? Self.text(start, length, in: &file, paragraphs).known
      case _ where Self.times.contains(number) && length <= 32:
        texts[number] = texts[number] ?? Self.text(start, length, in: &file, oneLine)
      default: break
      }
    }
    words.creator = creators.filter { !$0.isEmpty }.joined(separator: "; ").known
  }

  /// Where the content of a data set begins, and its length, which may have a length of its own.
  private static func content(at offset: Int, in file: inout FileWindow) -> (Int, Int)? {
    guard let length = file.uint16(at: offset, .big) else { return nil }
    guard length >= 0x8000 else { return (offset + 2, Int(length)) }
    guard length == 0x8004, let long = file.uint32(at: offset + 2, .big) else { return nil }
    return (offset + 6, Int(long))
  }

  private static func text(
    _ start: Int, _ length: Int, in file: inout FileWindow, _ read: ([UInt8]) -> String
  ) -> String {
    file.withBytes(at: start, count: min(length, longestText)) { read($0.filter { $0 != 0 }) } ?? ""
  }
}
