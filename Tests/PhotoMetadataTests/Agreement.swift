import Foundation
import Geography
import PhotoFacts

@testable import PhotoMetadata

/// One photo as read by two programs.
struct Agreement {
  let answer: ExifTool.Answer
  let facts: PhotoFacts

  /// Whether size, orientation and thumbnail are compared too; only in JPEG do both programs use the same sources.
  var comparesPicture = true

  /// All differences, in words.
  var differences: [String] {
    var found: [String] = []
    func expect<Fact: Equatable>(_ what: String, _ ours: Fact?, _ theirs: Fact?) {
      if ours != theirs {
        found.append("\(what): \(String(describing: ours)), not \(String(describing: theirs))")
      }
    }
    func expect(_ what: String, _ ours: Double?, near theirs: Double?, _ tolerance: Double) {
      if let ours, let theirs, abs(ours - theirs) <= tolerance { return }
      expect(what, ours, theirs)
    }
    let (latitude, longitude) = position
    let location = facts.place.location
    expect("latitude", location?.coordinate.latitude, near: latitude, 1e-6)
    expect("longitude", location?.coordinate.longitude, near: longitude, 1e-6)
    if location != nil {
      expect("altitude", location?.altitude, near: answer.number("Composite:GPSAltitude"), 1e-3)
      expect(
        "direction", location?.direction,
        near: number("GPS:GPSImgDirection", "XMP-exif:GPSImgDirection"), 1e-3)
      expect(
        "accuracy", location?.accuracy,
        near: number("GPS:GPSHPositioningError", "XMP-exif:GPSHPositioningError"), 1e-3)
    }
    expect("local time", facts.time?.localMilliseconds, localMilliseconds)
    if let offset = answer.text("ExifIFD:OffsetTimeOriginal") ?? clock.flatMap(offset) {
      expect("offset", facts.time?.utcOffsetMinutes, ClockReading.offsetMinutes(offset))
    }
    expect("make", facts.camera.make, trimmed("IFD0:Make", "XMP-tiff:Make"))
    expect("model", facts.camera.model, trimmed("IFD0:Model", "XMP-tiff:Model"))
    expect(
      "lens", facts.camera.lens,
      trimmed("ExifIFD:LensModel", "XMP-exifEX:LensModel", "XMP-aux:Lens"))
    guard comparesPicture else { return found }
    expect(
      "orientation", Double(facts.orientation.rawValue), answer.number("IFD0:Orientation") ?? 1)
    expect("width", facts.storedSize.map { Double($0.width) }, answer.number("File:ImageWidth"))
    expect("height", facts.storedSize.map { Double($0.height) }, answer.number("File:ImageHeight"))
    expect(
      "thumbnail", facts.embeddedThumbnail.map { Double($0.offset) },
      answer.number("IFD1:ThumbnailOffset"))
    expect(
      "thumbnail length", facts.embeddedThumbnail.map { Double($0.count) },
      answer.number("IFD1:ThumbnailLength"))
    return found
  }

  /// The position, if it is valid; exiftool leaves validation to its caller.
  private var position: (Double?, Double?) {
    guard let latitude = number("Composite:GPSLatitude", "XMP-exif:GPSLatitude"),
      let longitude = number("Composite:GPSLongitude", "XMP-exif:GPSLongitude"),
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return (nil, nil) }
    return (latitude, longitude)
  }

  /// The local time in exiftool's format.
  private var clock: String? {
    let tags = [
      "ExifIFD:DateTimeOriginal", "ExifIFD:CreateDate", "IFD0:ModifyDate",
      "XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated", "XMP-exif:DateTimeDigitized",
      "XMP-xmp:CreateDate",
    ]
    return tags.lazy.compactMap { answer.text($0) }.first
  }

  /// The text after the seconds of a local time, if it is an offset.
  private func offset(_ clock: String) -> String? {
    let rest = clock.dropFirst(19).drop { ".0123456789".contains($0) }
    return rest.isEmpty ? nil : String(rest)
  }

  /// The local time, converted by an independent calendar.
  private var localMilliseconds: Int64? {
    guard let clock else { return nil }
    let parts = clock.prefix(19).split { ": ".contains($0) }.compactMap { Int($0) }
    guard parts.count == 6 else { return nil }
    let digits = clock.dropFirst(20).prefix { $0.isNumber }
    let fraction =
      clock.dropFirst(19).hasPrefix(".")
      ? Double("0." + digits) ?? 0
      : answer.text("ExifIFD:SubSecTimeOriginal").flatMap { Double("0." + $0) } ?? 0
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = calendar.date(
      from: DateComponents(
        year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
        second: parts[5]))
    return date.map { Int64(($0.timeIntervalSince1970 + fraction) * 1000 + 0.5) }
  }

  private func trimmed(_ tags: String...) -> String? {
    tags.lazy.compactMap { answer.text($0) }.first.map { String($0.drop { $0 == " " }) }
  }

  private func number(_ tags: String...) -> Double? {
    tags.lazy.compactMap { answer.number($0) }.first
  }
}
