import Foundation
import Geography
import PhotoFacts
import TestSupport

/// The library as input for `geoindex import`: one GeoJSON feature per line, as if four people had taken photos for
/// twenty years.
///
/// Every fourth outing begins a folder of one person; each outing has one camera.
struct PhotoLines {
  /// The library spans fifteen years; stretched to twenty, an outing takes a third longer.
  private static let first: Int64 = 1_262_304_000_000
  private static let start: Int64 = 1_104_537_600_000
  private static let outingsInFolder = 4

  private let library: Library

  init(_ library: Library) { self.library = library }

  func write(to output: FileHandle) throws {
    var random = SeededRandom(seed: 77)
    var outing = OutingOfSomebody(number: 0, year: 2_005, &random)
    var before: Library.Photo?
    var number = 0
    var bytes: [UInt8] = []
    for (index, photo) in library.photos.enumerated() {
      if before.map({ Self.isElsewhere($0, photo) }) ?? true {
        number += 1
        if number % Self.outingsInFolder == 1 {
          outing = OutingOfSomebody(
            number: number, year: Self.year(Self.stretched(photo.time ?? Self.first)), &random)
        } else {
          outing.changeCamera(&random)
        }
      }
      before = photo
      append(photo, index, outing, &random, to: &bytes)
      if bytes.count > 1 << 20 {
        try output.write(contentsOf: bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    try output.write(contentsOf: bytes)
  }

  /// Whether the second photo begins another outing: its latitude differs by more than a step of a walk.
  private static func isElsewhere(_ one: Library.Photo, _ other: Library.Photo) -> Bool {
    abs(one.coordinate.latitudeE7 - other.coordinate.latitudeE7) > 10_000
  }

  private static func stretched(_ time: Int64) -> Int64 { start + (time - first) / 3 * 4 }

  private static func year(_ time: Int64) -> Int {
    2_005 + Int(Double(time - start) / (365.2425 * 86_400_000))
  }

  private func append(
    _ photo: Library.Photo, _ index: Int, _ outing: OutingOfSomebody,
    _ random: inout SeededRandom, to bytes: inout [UInt8]
  ) {
    let isVideo = photo.kind == .video
    let chance = Int.random(in: 0..<100, using: &random)
    let (ending, mime) =
      isVideo
      ? ("MP4", "video/mp4")
      : chance < 30
        ? ("HEIC", "image/heic")
        : chance < 34 ? ("DNG", "image/x-adobe-dng") : ("JPG", "image/jpeg")
    let name = "IMG_\(index % 10_000).\(ending)"
    bytes +=
      #"{"type":"Feature","id":\#(index + 1),"geometry":{"type":"Point","coordinates":["#.utf8
    bytes.append(degreesE7: photo.coordinate.longitudeE7)
    bytes.append(UInt8(ascii: ","))
    bytes.append(degreesE7: photo.coordinate.latitudeE7)
    bytes += #"]},"properties":{"path":"\#(outing.folder)/\#(name)","root":"\#(outing.root)","#.utf8
    bytes +=
      #""filename":"\#(name)","media":"\#(mime)","size":\#(2_000_000 + index % 4_999_999),"#.utf8
    bytes += #""width":4032,"height":3024,"orientation":\#(chance % 4 == 0 ? 6 : 1),"#.utf8
    if let time = photo.time {
      Self.append(Self.stretched(time), of: outing, to: &bytes)
    }
    if chance < 85 { bytes += #""altitude":\#(index % 9_000 / 10).\#(index % 9 + 1),"#.utf8 }
    if chance < 60 {
      bytes += #""direction":\#(index % 359).\#(chance % 9 + 1),"accuracy":5,"#.utf8
    }
    let source =
      isVideo
      ? "quicktime" : chance < 84 ? "exif" : ["xmp", "sidecar", "takeout", "gpx"][chance % 4]
    bytes += #""locationSource":"\#(source)","cameraMake":"\#(outing.make)","#.utf8
    bytes +=
      #""cameraModel":"\#(outing.model)","lens":"\#(outing.model) \#(chance % 3 == 0 ? "wide" : "main")"}}"#
      .utf8
    bytes.append(0x0A)
  }

  private static func append(
    _ time: Int64, of outing: OutingOfSomebody, to bytes: inout [UInt8]
  ) {
    let local = Self.text(time + Int64(outing.offsetMinutes) * 60_000)
    guard outing.knowsOffset else {
      bytes += #""takenAtLocal":"\#(local)","timeSource":"local","#.utf8
      return
    }
    let hours = abs(outing.offsetMinutes) / 60
    let sign = outing.offsetMinutes < 0 ? "-" : "+"
    bytes += #""takenAt":"\#(local)\#(sign)\#(hours < 10 ? "0" : "")\#(hours):00","#.utf8
    bytes += #""takenAtLocal":"\#(local)","timeSource":"offset-tag","#.utf8
  }

  private static func text(_ milliseconds: Int64) -> String {
    var seconds = time_t(milliseconds / 1_000)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = unsafe "\(parts.tm_year + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return unsafe date + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }
}

/// The person and the folder of some outings, and the camera of the current one.
private struct OutingOfSomebody {
  let root: String
  let folder: String
  let offsetMinutes: Int
  let knowsOffset: Bool
  private(set) var make = ""
  private(set) var model = ""

  private static let people = ["/photos/anna", "/photos/ben", "/photos/carla", "/photos/shared"]
  private static let makes = ["Aster", "Lumo", "Fenwick", "Orbit", "Kestrel", "Pine"]

  init(number: Int, year: Int, _ random: inout SeededRandom) {
    root =
      Self.people[
        Int.random(in: 0..<100, using: &random) * Int.random(in: 0..<100, using: &random) / 2_500]
    folder = "\(year)/\(year)-\(Int.random(in: 10...12, using: &random)) outing \(number)"
    offsetMinutes = Int.random(in: -8...10, using: &random) * 60
    knowsOffset = Int.random(in: 0..<4, using: &random) > 0
    changeCamera(&random)
  }

  /// A few cameras take most of the photos.
  mutating func changeCamera(_ random: inout SeededRandom) {
    let rank = Int(40 * pow(Double.random(in: 0..<1, using: &random), 3))
    make = Self.makes[rank % Self.makes.count]
    model = "\(make) \(rank / Self.makes.count + 2)"
  }
}

extension [UInt8] {
  /// Appends a number of units of 1e-7° as degrees with seven decimals.
  fileprivate mutating func append(degreesE7 value: Int32) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    self += "\(whole).".utf8
    var weight: UInt32 = 1_000_000
    while weight > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / weight % 10))
      weight /= 10
    }
  }
}
