internal import PhotoFacts

/// AVI: chunks of a RIFF file.
enum AVIFile {
  static let format = FileFormat(formats: [.avi], read: read)

  /// Reads an AVI film: its size, date and XMP packet.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    let end = 8 + Int(reader.file.uint32(at: 4, .little) ?? 0)
    var film = AVIFilm()
    film.read(from: 12, to: end, depth: 0, in: &reader.file)
    facts.storedSize = film.size
    if let packet = film.packet {
      reader.readXMP(at: packet.offset, count: packet.count, into: &facts)
    }
    if facts.time == nil, let date = film.date {
      if let reading = ClockReading(wordsOf: date) ?? ClockReading(numbersOf: date) {
        facts.time = CaptureTime(localMilliseconds: reading.milliseconds)
      } else {
        facts.remarks.append("IDIT is “\(date.prefix(64))”: no time")
      }
    }
    if end > reader.file.size + 1 { reader.note("the file is shorter than it says", in: &facts) }
  }
}

/// The metadata of an AVI file.
private struct AVIFilm {
  private(set) var size: PixelSize?
  private(set) var packet: ByteRange?

  /// The date as the camera wrote it.
  private(set) var date: String?

  /// The limit of chunks.
  private var chunksLeft = 4096

  /// Reads chunks; lists contain further chunks.
  mutating func read(from start: Int, to end: Int, depth: Int, in file: inout FileWindow) {
    var position = start
    while position + 8 <= end, chunksLeft > 0,
      let count = file.uint32(at: position + 4, .little).map({ Int($0) })
    {
      chunksLeft -= 1
      let payload = position + 8
      if file.has("LIST", at: position) {
        // The list with the frames is skipped.
        let isWanted = file.has("hdrl", at: payload) || file.has("INFO", at: payload)
        if isWanted, depth < 2 {
          read(from: payload + 4, to: min(payload + count, end), depth: depth + 1, in: &file)
        }
      } else if file.has("avih", at: position), size == nil, count >= 40 {
        size = readSize(at: payload + 32, in: &file)
      } else if file.has("IDIT", at: position), date == nil {
        date = file.withBytes(at: payload, count: min(count, 64)) {
          printable($0.prefix { $0 != 0 })
        }
      } else if file.has("_PMX", at: position), packet == nil {
        packet = ByteRange(offset: payload, count: count)
      }
      position = payload + count + count % 2
    }
  }

  private func readSize(at offset: Int, in file: inout FileWindow) -> PixelSize? {
    guard let width = file.uint32(at: offset, .little), (1...65_535).contains(width),
      let height = file.uint32(at: offset + 4, .little), (1...65_535).contains(height)
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }
}

extension ClockReading {
  /// Reads `Mon Mar 10 15:04:43 2003`, as some cameras write it into films.
  fileprivate init?(wordsOf text: String) {
    let words = text.split(separator: " ").map(String.init)
    let months = [
      "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]
    guard words.count == 5, let month = months.firstIndex(of: words[1].uppercased()),
      let day = Int(words[2]), (1...31).contains(day)
    else { return nil }
    self.init("\(words[4]):\(Self.padded(month + 1)):\(Self.padded(day)) \(words[3])")
  }

  /// Reads `2005:08:15 11:23:45` and cameras' variants of it, such as `2001/ 1/27  1:42PM`.
  fileprivate init?(numbersOf text: String) {
    var numbers = text.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    guard (5...6).contains(numbers.count) else { return nil }
    if text.uppercased().hasSuffix("PM"), numbers[3] < 12 { numbers[3] += 12 }
    let parts = numbers.map(Self.padded)
    self.init(
      parts[0..<3].joined(separator: ":") + " " + parts[3...].joined(separator: ":"))
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
