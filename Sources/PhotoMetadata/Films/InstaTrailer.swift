internal import PhotoFacts

/// Finds the GPS records in the trailer that cameras of Insta360 write behind a film.
///
/// The trailer is read from its end: each record is followed by its number and its length.
struct InstaTrailer {
  /// The text at the end of the file.
  private static let mark: StaticString = "8db42d694ccc418790edff439fe026bf"

  /// The length of the end, with that text and the number and length of the last record.
  private static let endLength = 78

  /// The limit of records.
  private static let mostRecords = 64

  private static let gpsRecord = 0x700
  private static let fixLength = 53

  /// The range of the GPS fixes.
  let fixes: ByteRange

  /// Finds the trailer of a file; nil if it has none with GPS.
  init?(_ file: inout FileWindow) {
    let end = file.size - Self.endLength
    guard end > 0, file.has(Self.mark, at: file.size - Self.mark.utf8CodeUnitCount),
      let length = file.uint32(at: end + 38, .little).map(Int.init), length <= file.size
    else { return nil }
    let start = file.size - length
    var place = end
    for _ in 0..<Self.mostRecords {
      guard let number = file.uint16(at: place, .little),
        let count = file.uint32(at: place + 2, .little).map(Int.init), count <= place - start
      else { return nil }
      if number == Self.gpsRecord {
        fixes = ByteRange(offset: place - count, count: count)
        return
      }
      place -= count + 6
      guard place >= start else { return nil }
    }
    return nil
  }

  /// Reads the fixes: time, status, latitude, longitude, speed, track and altitude.
  func read(of file: inout FileWindow, into found: inout FilmFixes) {
    for index in 0..<fixes.count / Self.fixLength where !found.isComplete {
      let place = fixes.offset + index * Self.fixLength
      guard file.has("A", at: place + 10), let time = file.uint32(at: place, .little),
        let latitude = file.double(at: place + 11, .little),
        let longitude = file.double(at: place + 20, .little)
      else { continue }
      found.add(
        latitude: file.has("S", at: place + 19) ? -abs(latitude) : latitude,
        // Some cameras write O, ouest, for W.
        longitude: file.has("E", at: place + 28) ? longitude : -abs(longitude),
        at: time > 100_000_000 ? Int64(time) * 1000 : nil,
        altitude: file.double(at: place + 45, .little))
    }
  }
}
