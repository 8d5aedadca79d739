internal import PhotoFacts

/// The metadata in the `moov` box of an MP4, QuickTime or 3GP file.
struct Movie {
  /// The texts by key or four-letter code.
  private(set) var texts: [String: String] = [:]

  /// The texts of single tracks, used if the film as a whole has none.
  private(set) var textsOfTracks: [String: String] = [:]

  /// The range of a small JPEG with an Exif block, as Canon's cameras write it.
  private(set) var photo: ByteRange?

  /// The sources of positions beside the frames.
  private(set) var telemetry = FilmTelemetry()

  /// The position in a `loci` box.
  private(set) var mapPosition: WrittenPosition?

  /// The range of the XMP packet.
  private(set) var xmp: ByteRange?

  /// The creation time in seconds since 1904 in UTC; 0 if unknown.
  var creationSeconds = 0

  /// The size of the first video track.
  var size: PixelSize?

  /// The orientation of that track.
  private(set) var orientation = Orientation.upright

  /// The number of tracks, and of those without a picture.
  var (tracks, tracksWithoutPicture) = (0, 0)

  /// The limit of texts that are kept.
  static let longestText = 2_048

  /// Whether the boxes being read belong to a single track.
  private var isInTrack = false

  /// Makes a film without metadata.
  init() {}

  /// Reads a `moov` box.
  init(_ box: Boxes.Box, in file: inout FileWindow) {
    var boxes = box.boxes()
    while let box = boxes.next(in: &file) {
      if box.has("mvhd") { readHeader(box, in: &file) }
      if box.has("trak") { readTrack(box, in: &file) }
      if box.has("udta") { readUserData(box, in: &file) }
      if box.has("meta") { readItems(box, in: &file) }
      if box.has("uuid") { readCanonBox(box, in: &file) }
      if box.has("gps ") { telemetry.blocks = telemetry.blocks ?? box }
    }
  }

  private mutating func readHeader(_ box: Boxes.Box, in file: inout FileWindow) {
    var fields = Fields(at: box.payload + 4, end: box.end)
    let isLong = file.byte(at: box.payload) == 1
    creationSeconds = fields.number(isLong ? 8 : 4, in: &file) ?? 0
  }

  private mutating func readTrack(_ track: Boxes.Box, in file: inout FileWindow) {
    tracks += 1
    isInTrack = true
    defer { isInTrack = false }
    var boxes = track.boxes()
    while let box = boxes.next(in: &file) {
      if box.has("tkhd") { readTrackHeader(box, in: &file) }
      if box.has("udta") { readUserData(box, in: &file) }
      if box.has("meta") { readItems(box, in: &file) }
      guard box.has("mdia") else { continue }
      var media = box.boxes()
      guard let handler = media.first("hdlr", in: &file) else { continue }
      if file.has("vide", at: handler.payload + 8) { continue }
      tracksWithoutPicture += 1
      guard !file.has("soun", at: handler.payload + 8),
        telemetry.tracks.count < FilmTelemetry.mostTracks,
        let track = TelemetryTrack(box, in: &file)
      else { continue }
      telemetry.tracks.append(track)
    }
  }

  private mutating func readTrackHeader(_ box: Boxes.Box, in file: inout FileWindow) {
    let matrix = box.payload + (file.byte(at: box.payload) == 1 ? 52 : 40)
    guard size == nil, matrix + 44 <= box.end, let size = file.size(at: matrix + 36),
      size.width >= 1 << 16, size.height >= 1 << 16
    else { return }
    self.size = PixelSize(width: size.width >> 16, height: size.height >> 16)
    let across = file.uint32(at: matrix, .big).map { Int32(bitPattern: $0).signum() }
    let down = file.uint32(at: matrix + 4, .big).map { Int32(bitPattern: $0).signum() }
    switch (across, down) {
    case (0, 1): orientation = .turnedLeft
    case (-1, 0): orientation = .upsideDown
    case (0, -1): orientation = .turnedRight
    default: orientation = .upright
    }
  }

  private mutating func readUserData(_ data: Boxes.Box, in file: inout FileWindow) {
    var boxes = data.boxes()
    // A truncated number is a wrong number, so truncated texts are skipped.
    while let box = boxes.next(in: &file), box.isWhole || box.has("meta") {
      if box.has("XMP_") {
        xmp = xmp ?? ByteRange(offset: box.payload, count: box.count)
      } else if box.has("meta") {
        readItems(box, in: &file)
      } else if box.has("loci"), mapPosition == nil {
        readMapPosition(box, in: &file)
      } else if box.has("CNTH") {
        readCanonPhoto(box, in: &file)
      } else if box.type >> 24 == 0xA9 {
        // Two bytes of length, two of language.
        let length = min(Int(file.uint16(at: box.payload, .big) ?? 0), box.count - 4)
        // The camera's own text has precedence over one that a tool added to the item list.
        let name = Self.name(box.type)
        texts[name] = text(at: box.payload + 4, count: length, in: &file) ?? texts[name]
      } else if box.has("date") {
        keep("date", at: box.payload, count: box.count, in: &file)
      }
    }
  }

  /// Reads the `keys` and `ilst` boxes.
  private mutating func readItems(_ meta: Boxes.Box, in file: inout FileWindow) {
    // `meta` has a version field in MP4 but not in QuickTime.
    var boxes = meta.boxes(after: file.has("hdlr", at: meta.payload + 4) ? 0 : 4)
    var keys: [String] = []
    while let box = boxes.next(in: &file) {
      if box.has("keys") {
        var entries = box.boxes(after: 8)
        while let entry = entries.next(in: &file) {
          let text = text(at: entry.payload, count: entry.count, in: &file)
          keys.append(text ?? "")
        }
      }
      guard box.has("ilst") else { continue }
      var items = box.boxes()
      while let item = items.next(in: &file) {
        var values = item.boxes()
        guard let value = values.first("data", in: &file), value.isWhole else { continue }
        let index = Int(item.type) - 1
        let name = keys.indices.contains(index) ? keys[index] : Self.name(item.type)
        keep(name, at: value.payload + 8, count: value.count - 8, in: &file)
      }
    }
  }

  /// Reads Canon's box.
  private mutating func readCanonBox(_ box: Boxes.Box, in file: inout FileWindow) {
    guard file.has(CR3File.canonName, at: box.payload) else { return }
    var parts = box.boxes(after: 16)
    while let part = parts.next(in: &file) {
      if part.has("CNTH") { readCanonPhoto(part, in: &file) }
    }
  }

  private mutating func readCanonPhoto(_ box: Boxes.Box, in file: inout FileWindow) {
    var parts = box.boxes()
    guard let part = parts.first("CNDA", in: &file), part.isWhole,
      file.uint16(at: part.payload, .big) == 0xFFD8
    else { return }
    photo = ByteRange(offset: part.payload, count: part.count)
  }

  /// Reads the `loci` box of 3GP: a name, a role, then longitude, latitude and altitude.
  private mutating func readMapPosition(_ box: Boxes.Box, in file: inout FileWindow) {
    let name = box.payload + 6
    let length = min(box.end - name, Self.longestText)
    let isWide = file.uint16(at: name, .big).map { $0 == 0xFEFF || $0 == 0xFFFE } == true
    let ending = file.withBytes(at: name, count: max(0, length)) { bytes in
      let offsets = Array(bytes)
      guard isWide else { return offsets.firstIndex(of: 0).map { $0 + 1 } }
      return stride(from: 0, to: offsets.count - 1, by: 2)
        .first { offsets[$0] == 0 && offsets[$0 + 1] == 0 }.map { $0 + 2 }
    }
    guard let ending = ending ?? nil, name + ending + 13 <= box.end else { return }
    let numbers = (0..<3).compactMap { index in
      file.uint32(at: name + ending + 1 + 4 * index, .big)
        .map { Double(Int32(bitPattern: $0)) / 65_536 }
    }
    guard numbers.count == 3, numbers.allSatisfy({ abs($0) < 32_768 }) else { return }
    // The resolution of the field is coarser than 0.00001°.
    func rounded(_ degrees: Double) -> Double { (degrees * 100_000).rounded() / 100_000 }
    mapPosition = WrittenPosition(
      latitude: rounded(numbers[1]), longitude: rounded(numbers[0]), altitude: numbers[2])
  }

  private mutating func keep(
    _ name: String, at offset: Int, count: Int, in file: inout FileWindow
  ) {
    guard let text = text(at: offset, count: count, in: &file) else { return }
    keep(name, text)
  }

  /// Stores a text; the first of a name has precedence.
  mutating func keep(_ name: String, _ text: String) {
    if isInTrack {
      textsOfTracks[name] = textsOfTracks[name] ?? text
    } else {
      texts[name] = texts[name] ?? text
    }
  }

  private func text(at offset: Int, count: Int, in file: inout FileWindow) -> String? {
    guard count > 0, count <= Self.longestText else { return nil }
    let text = file.withBytes(at: offset, count: count) { printable($0.prefix { $0 != 0 }) }
    return text?.isEmpty == false ? text : nil
  }

  /// Four letters as text; © is a single byte.
  private static func name(_ type: UInt32) -> String {
    String(
      String.UnicodeScalarView(
        [24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: type >> $0)) }))
  }
}
