import Foundation
import Geography
import PhotoFacts

@testable import PhotoMetadata

/// One photo as two programs read it.
struct Agreement {
  let answer: ExifTool.Answer
  let facts: PhotoFacts

  /// Every point on which the two do not agree, in words.
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
      expect("direction", location?.direction, near: answer.number("GPS:GPSImgDirection"), 1e-3)
      expect("accuracy", location?.accuracy, near: answer.number("GPS:GPSHPositioningError"), 1e-3)
    }
    expect("local time", facts.time?.localMilliseconds, localMilliseconds)
    if let offset = answer.text("ExifIFD:OffsetTimeOriginal") {
      expect("offset", facts.time?.utcOffsetMinutes, ClockReading.offsetMinutes(offset))
    }
    expect("make", facts.camera.make, trimmed("IFD0:Make"))
    expect("model", facts.camera.model, trimmed("IFD0:Model"))
    expect("lens", facts.camera.lens, trimmed("ExifIFD:LensModel"))
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

  /// The position, where it is one that belongs on a map: exiftool leaves that to its caller.
  private var position: (Double?, Double?) {
    guard let latitude = answer.number("Composite:GPSLatitude"),
      let longitude = answer.number("Composite:GPSLongitude"),
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    else { return (nil, nil) }
    return (latitude, longitude)
  }

  /// The clock reading, through a calendar that is not ours.
  private var localMilliseconds: Int64? {
    let tags = ["ExifIFD:DateTimeOriginal", "ExifIFD:CreateDate", "IFD0:ModifyDate"]
    guard let text = tags.lazy.compactMap({ answer.text($0) }).first else { return nil }
    let parts = text.split { ": ".contains($0) }.compactMap { Int($0) }
    guard parts.count == 6 else { return nil }
    let fraction = answer.text("ExifIFD:SubSecTimeOriginal").flatMap { Double("0." + $0) } ?? 0
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = calendar.date(
      from: DateComponents(
        year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
        second: parts[5]))
    return date.map { Int64(($0.timeIntervalSince1970 + fraction) * 1000 + 0.5) }
  }

  private func trimmed(_ tag: String) -> String? {
    answer.text(tag).map { String($0.drop { $0 == " " }) }
  }
}
