internal import Geography
internal import PhotoFacts
internal import Tracks

/// A track of a film whose samples may have positions.
struct TelemetryTrack {
  /// The format of the samples.
  enum Kind: Hashable {
    case goPro, cameraMotion, sony, drone

    /// Metadata of Apple; the number is that of the position among the keys.
    case apple(UInt32)
  }

  let kind: Kind
  private(set) var table: SampleTable

  /// The name of the key for a position.
  private static let positionName = Array("mdtacom.apple.quicktime.location.ISO6709".utf8)

  /// How many samples are located at a time.
  private static let batch = 2048

  /// How many samples are read to find the first position.
  private static let mostSamplesForFirst = 64

  /// Finds the format of an `mdia` box; nil if its samples have no positions.
  init?(_ media: Boxes.Box, in file: inout FileWindow) {
    guard let table = SampleTable(media, in: &file) else { return nil }
    let description = table.description
    if description.has("gpmd") {
      kind = .goPro
    } else if description.has("camm") {
      kind = .cameraMotion
    } else if description.has("rtmd") {
      kind = .sony
    } else if description.has("text") || description.has("tx3g") {
      kind = .drone
    } else if description.has("mebx"), let key = Self.positionKey(description, in: &file) {
      kind = .apple(key)
    } else {
      return nil
    }
    self.table = table
  }

  /// The name of the format, for lists of tracks.
  var name: String {
    switch kind {
    case .goPro: "gopro"
    case .cameraMotion: "camm"
    case .sony: "sony"
    case .drone: "dji"
    case .apple: "quicktime"
    }
  }

  /// The number of the key for a position in the description of Apple's metadata.
  private static func positionKey(
    _ description: Boxes.Box, in file: inout FileWindow
  ) -> UInt32? {
    var boxes = description.boxes(after: 8)
    guard let keys = boxes.first("keys", in: &file) else { return nil }
    boxes = keys.boxes()
    while let key = boxes.next(in: &file) {
      var parts = key.boxes()
      guard let name = parts.first("keyd", in: &file), name.count == positionName.count,
        file.has(positionName, at: name.payload)
      else { continue }
      return key.type
    }
    return nil
  }

  /// Reads the samples until the wanted positions are found.
  func read(of file: inout FileWindow, into fixes: inout FilmFixes) {
    var table = table
    let isFirst = fixes.extent == .firstPosition
    var nextSecond = -1.0
    while !fixes.isComplete {
      let most = isFirst ? Self.mostSamplesForFirst : Self.batch
      let samples = table.samples(most, in: &file)
      for sample in samples where !fixes.isComplete {
        // Sony repeats a fix in each frame of the second.
        if kind == .sony, !isFirst, let start = sample.start {
          guard start >= nextSecond else { continue }
          nextSecond = start + 0.99
        }
        read(sample, of: &file, into: &fixes)
      }
      if samples.isEmpty || isFirst || file.failure != nil { return }
    }
  }

  private func read(
    _ sample: SampleTable.Sample, of file: inout FileWindow, into fixes: inout FilmFixes
  ) {
    switch kind {
    case .goPro: GoProTelemetry.read(sample, of: &file, into: &fixes)
    case .cameraMotion: CameraMotion.read(sample, of: &file, into: &fixes)
    case .sony: SonyTelemetry.read(sample, of: &file, into: &fixes)
    case .drone: Self.readRemark(sample, of: &file, into: &fixes)
    case .apple(let key): Self.readItems(sample, key, of: &file, into: &fixes)
    }
  }

  /// Reads a text with its length before it.
  private static func readRemark(
    _ sample: SampleTable.Sample, of file: inout FileWindow, into fixes: inout FilmFixes
  ) {
    let range = sample.range
    guard let length = file.uint16(at: range.offset, .big), Int(length) + 2 <= range.count,
      length <= 4_096,
      let remark = file.withBytes(
        at: range.offset + 2, count: Int(length), { DroneRemarks.Remark($0) }),
      let coordinate = remark.coordinate
    else { return }
    fixes.hasLocalTimes = true
    fixes.add(
      latitude: coordinate.latitude, longitude: coordinate.longitude, at: remark.localTime,
      altitude: remark.altitude)
  }

  /// Reads items of length, key and value.
  private static func readItems(
    _ sample: SampleTable.Sample, _ key: UInt32, of file: inout FileWindow,
    into fixes: inout FilmFixes
  ) {
    var items = Boxes(from: sample.range.offset, to: sample.range.offset + sample.range.count)
    while let item = items.next(in: &file) {
      guard item.type == key, item.isWhole, item.count <= Movie.longestText,
        let text = file.withBytes(
          at: item.payload, count: item.count,
          {
            printable($0.prefix { $0 != 0 })
          }), let position = WrittenPosition(text)
      else { continue }
      fixes.add(
        latitude: position.latitude, longitude: position.longitude,
        at: fixes.clock.instant(of: sample), altitude: position.altitude)
    }
  }
}
