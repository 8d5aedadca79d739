extension Timestamp {
  /// A local time without offset: `2024-05-01T12:00:00`, with milliseconds if they are not zero.
  public static func local(_ milliseconds: Int64) -> String {
    var bytes: [UInt8] = []
    append(local: milliseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// An instant in UTC.
  public static func utc(_ milliseconds: Int64) -> String { local(milliseconds) + "Z" }

  /// The instant of a photo with its offset, if known; nil if only the local time is known.
  public static func instant(_ time: CaptureTime) -> String? {
    guard let instant = time.instantMilliseconds else { return nil }
    var bytes: [UInt8] = []
    append(
      instant: instant, offsetMinutes: time.localMilliseconds == nil ? nil : time.utcOffsetMinutes,
      to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends an instant in local time with its offset, or in UTC if the offset is unknown.
  package static func append(instant: Int64, offsetMinutes: Int?, to bytes: inout [UInt8]) {
    guard let offset = offsetMinutes else {
      append(local: instant, to: &bytes)
      return bytes.append(UInt8(ascii: "Z"))
    }
    append(local: instant + Int64(offset) * CaptureTime.millisecondsPerMinute, to: &bytes)
    bytes.append(size: 24) { text in
      text.prepend(pair: abs(offset) % 60)
      text.prepend(":")
      text.prepend(abs(offset) / 60, width: 2)
      text.prepend(offset < 0 ? "-" : "+")
    }
  }

  /// Appends a local time digit by digit, because responses contain thousands.
  ///
  /// Years before 0000 and after 9999 become the nearest time that can be written.
  package static func append(local milliseconds: Int64, to bytes: inout [UInt8]) {
    let milliseconds = min(
      max(milliseconds, CaptureTime.writable.lowerBound), CaptureTime.writable.upperBound)
    // The remainder cannot overflow; a product might.
    let remainder = milliseconds % millisecondsPerDay
    let isBefore = remainder < 0
    let day = Int(milliseconds / millisecondsPerDay) - (isBefore ? 1 : 0)
    let rest = Int(isBefore ? remainder + millisecondsPerDay : remainder)
    let date = CalendarDate(daysSince1970: day)
    bytes.append(size: 44) { text in
      if rest % 1_000 != 0 {
        text.prepend(digit: UInt32(rest % 10))
        text.prepend(pair: rest / 10 % 100)
        text.prepend(".")
      }
      text.prepend(pair: rest / 1_000 % 60)
      text.prepend(":")
      text.prepend(pair: rest / 60_000 % 60)
      text.prepend(":")
      text.prepend(pair: rest / 3_600_000)
      text.prepend("T")
      text.prepend(pair: date.day)
      text.prepend("-")
      text.prepend(pair: date.month)
      text.prepend("-")
      text.prepend(pair: date.year % 100)
      text.prepend(pair: date.year / 100)
    }
  }
}

extension PropertyValue: CustomStringConvertible {
  /// The value for people; times are as in GeoJSON.
  public var description: String {
    switch self {
    case .text(let text), .word(let text): return text
    case .path(let path): return path.description
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    case .moment(let instant, let offset):
      var bytes: [UInt8] = []
      Timestamp.append(instant: instant, offsetMinutes: offset, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    case .clock(let local): return Timestamp.local(local)
    case .list(let texts): return texts.joined(separator: ", ")
    case .truth(let truth): return truth ? "yes" : "no"
    }
  }
}
