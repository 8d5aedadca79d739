import Files
import Geography
import PhotoFacts
import PhotoIndex
import TestSupport

/// The synthetic photo library: the same photos on every run, in the order of a scan.
///
/// A few thousand places share the photos very unevenly, because people take photos where they live and travel. A library
/// consists of outings, each a walk of a few dozen photos near one place, with bursts at exactly one position.
struct Library {
  /// The part of a photo that the grid stores; the id is the index in `photos` plus one.
  struct Photo {
    var coordinate: Coordinate
    /// Milliseconds since 1970; nil for a photo without a date.
    var time: Int64?
    var kind: MediaKind
  }

  private(set) var photos: [Photo] = []

  init(count: Int, seed: UInt64 = 1) {
    photos.reserveCapacity(count)
    var random = SeededRandom(seed: seed)
    let places = Places(count: 3_000, random: &random)
    while photos.count < count {
      let outing = Outing(near: places.choose(&random), &random)
      outing.walk(&random, until: count - photos.count) { photos.append($0) }
    }
  }

  /// A photo as the reader passes it to the index, with all camera metadata.
  func file(_ index: Int) -> ReadFile {
    let photo = photos[index]
    let camera = Self.cameras[index / 5_000 % Self.cameras.count]
    var facts = PhotoFacts(
      place: .located(Location(photo.coordinate, altitude: Double(index % 900), source: .exif)),
      format: photo.kind == .video ? .mp4 : .jpeg)
    facts.time = photo.time.map { time in
      CaptureTime(
        localMilliseconds: time + 7_200_000, utcOffsetMinutes: 120, source: .offsetTag)
    }
    facts.camera = camera
    facts.storedSize = PixelSize(width: 4_032, height: 3_024)
    facts.embeddedThumbnail = ByteRange(offset: 900, count: 9_000)
    facts.fingerprint = Fingerprint(head: UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
    return ReadFile(
      name: Array("IMG_\(index).jpg".utf8),
      stamp: FileStamp(
        size: 3_000_000 + Int64(index % 99_991), modified: 1_700_000_000_000_000_000 + Int64(index),
        inode: UInt64(index + 100)),
      facts: facts)
  }

  /// The maker of a photo's camera.
  static func cameraMake(of index: Int) -> String? { cameras[index / 5_000 % cameras.count].make }

  private static let cameras = [
    Camera(make: "Aster", model: "Aster Phone 5", lens: "Aster Phone 5 main camera"),
    Camera(make: "Lumo", model: "Lumo Trail 20", lens: nil),
    Camera(make: "Fenwick", model: "Fenwick F2", lens: "Fenwick 16-50mm F2.8"),
  ]
}

/// The places where photos are taken, with their frequency.
private struct Places {
  private var centres: [Coordinate] = []
  private var cumulativeWeights: [Double] = []

  init(count: Int, random: inout SeededRandom) {
    var total = 0.0
    for rank in 1...count {
      let latitude = Double.random(in: -50...68, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      guard let centre = Coordinate(latitude: latitude, longitude: longitude) else { continue }
      centres.append(centre)
      total += 1 / Double(rank + 10)
      cumulativeWeights.append(total)
    }
  }

  /// A random place; a fifth of all outings go to the first twenty, and the frequency decreases with the rank.
  func choose(_ random: inout SeededRandom) -> Coordinate {
    let target = Double.random(in: 0..<(cumulativeWeights.last ?? 1), using: &random)
    var low = 0
    var high = centres.count - 1
    while low < high {
      let middle = (low + high) / 2
      if cumulativeWeights[middle] > target { high = middle } else { low = middle + 1 }
    }
    return centres[low]
  }
}

/// An outing of some hours.
private struct Outing {
  private let start: Coordinate
  private let count: Int
  private let begin: Int64
  private let isDated: Bool

  init(near place: Coordinate, _ random: inout SeededRandom) {
    // Half of the outings start within 7 km of the place; one in a hundred up to 300 km away.
    let reach = min(3, 0.03 / Double.random(in: 0.001...1, using: &random))
    start = place.moved(
      north: .random(in: -reach...reach, using: &random),
      east: .random(in: -reach...reach, using: &random))
    count = min(400, Int(20 / Double.random(in: 0.05...1, using: &random)))
    // The number of photos grows by year: more in the last five years than in the ten before.
    let progress = Double.random(in: 0...1, using: &random).squareRoot()
    begin = 1_262_304_000_000 + Int64(progress * 473_000_000_000)
    isDated = Int.random(in: 0..<30, using: &random) > 0
  }

  func walk(_ random: inout SeededRandom, until limit: Int, _ take: (Library.Photo) -> Void) {
    var spot = start
    var time = begin
    var burst = 0
    for _ in 0..<min(count, limit) {
      if burst > 0 {
        burst -= 1
        time += 300
      } else {
        spot = spot.moved(
          north: .random(in: -0.0006...0.0006, using: &random),
          east: .random(in: -0.0006...0.0006, using: &random))
        time += .random(in: 5_000...300_000, using: &random)
        let isBurst = Int.random(in: 0..<12, using: &random) == 0
        burst = isBurst ? .random(in: 2...15, using: &random) : 0
      }
      let kind: MediaKind = Int.random(in: 0..<20, using: &random) == 0 ? .video : .image
      take(Library.Photo(coordinate: spot, time: isDated ? time : nil, kind: kind))
    }
  }
}

extension Coordinate {
  /// The position this many degrees to the north and east, at most 84° from the equator.
  fileprivate func moved(north: Double, east: Double) -> Coordinate {
    let longitude = self.longitude + east
    let wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    return Coordinate(latitude: min(84, max(-84, latitude + north)), longitude: wrapped) ?? self
  }
}
