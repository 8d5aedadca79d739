internal import PhotoFacts

/// The metadata of the film in a Matroska file.
struct MatroskaFilm {
  static let segment: UInt32 = 0x1853_8067

  private static let seekHead: UInt32 = 0x114D_9B74
  private static let info: UInt32 = 0x1549_A966
  private static let tracks: UInt32 = 0x1654_AE6B
  private static let tags: UInt32 = 0x1254_C367
  private static let cluster: UInt32 = 0x1F43_B675

  /// The limit of visited entries of the seek head.
  private static let mostOffsets = 16

  /// The metadata under the names of QuickTime.
  private(set) var movie = Movie()

  /// Whether a film was found.
  private(set) var isThere = false

  /// Whether the file is truncated.
  private(set) var isCutShort = false

  private var offsets: [Int] = []
  private var seen: Set<Int> = []

  /// Reads the segment, the element that contains all others.
  mutating func read(_ segment: EBMLElements.Element, in file: inout FileWindow) {
    isCutShort = !segment.isWhole
    var elements = segment.elements
    while let element = elements.next(in: &file), element.id != Self.cluster {
      readPart(element, of: segment, in: &file)
    }
    for offset in offsets.prefix(Self.mostOffsets) where offset < segment.end {
      var elements = EBMLElements(from: offset, to: segment.end)
      if let element = elements.next(in: &file) { readPart(element, of: segment, in: &file) }
    }
  }

  private mutating func readPart(
    _ part: EBMLElements.Element, of segment: EBMLElements.Element, in file: inout FileWindow
  ) {
    guard seen.insert(part.payload).inserted else { return }
    var elements = part.elements
    switch part.id {
    case Self.seekHead:
      while let seek = elements.next(in: &file) { readSeek(seek, of: segment, in: &file) }
    case Self.info:
      isThere = true
      while let element = elements.next(in: &file) {
        // Matroska counts nanoseconds since 2001, QuickTime seconds since 1904.
        guard element.id == 0x4461, let time = Self.number(element, in: &file), time > 0 else {
          continue
        }
        movie.creationSeconds = time / 1_000_000_000 + 3_061_152_000
      }
    case Self.tracks:
      isThere = true
      while let track = elements.next(in: &file) { readTrack(track, in: &file) }
    case Self.tags:
      while let tag = elements.next(in: &file) { readTag(tag, in: &file) }
    default: break
    }
  }

  private mutating func readSeek(
    _ seek: EBMLElements.Element, of segment: EBMLElements.Element, in file: inout FileWindow
  ) {
    var elements = seek.elements
    var (id, position): (Int?, Int?)
    while let element = elements.next(in: &file) {
      if element.id == 0x53AB { id = Self.number(element, in: &file) }
      if element.id == 0x53AC { position = Self.number(element, in: &file) }
    }
    guard let id, let position, position < segment.count,
      [Self.info, Self.tracks, Self.tags, Self.seekHead].contains(where: { Int($0) == id })
    else { return }
    offsets.append(segment.payload + position)
  }

  private mutating func readTrack(_ track: EBMLElements.Element, in file: inout FileWindow) {
    guard track.id == 0xAE else { return }
    movie.tracks += 1
    var isPicture = false
    var elements = track.elements
    while let element = elements.next(in: &file) {
      if element.id == 0x83 { isPicture = Self.number(element, in: &file) == 1 }
      guard element.id == 0xE0 else { continue }
      var (width, height): (Int?, Int?)
      var parts = element.elements
      while let part = parts.next(in: &file) {
        if part.id == 0xB0 { width = Self.number(part, in: &file) }
        if part.id == 0xBA { height = Self.number(part, in: &file) }
      }
      guard movie.size == nil, let width, let height, (1...65_535).contains(width),
        (1...65_535).contains(height)
      else { continue }
      movie.size = PixelSize(width: width, height: height)
    }
    if !isPicture { movie.tracksWithoutPicture += 1 }
  }

  private mutating func readTag(_ tag: EBMLElements.Element, in file: inout FileWindow) {
    guard tag.id == 0x7373 else { return }
    var elements = tag.elements
    while let element = elements.next(in: &file) {
      guard element.id == 0x67C8 else { continue }
      var (name, value): (String?, String?)
      var parts = element.elements
      while let part = parts.next(in: &file) {
        if part.id == 0x45A3 { name = Self.text(part, in: &file) }
        if part.id == 0x4487 { value = Self.text(part, in: &file) }
      }
      if let name, let value { movie.take(tag: name, value) }
    }
  }

  private static func number(
    _ element: EBMLElements.Element, in file: inout FileWindow
  ) -> Int? {
    var fields = Fields(at: element.payload, end: element.end)
    return element.isWhole ? fields.number(element.count, in: &file) : nil
  }

  private static func text(
    _ element: EBMLElements.Element, in file: inout FileWindow
  ) -> String? {
    guard element.isWhole, element.count <= Movie.longestText else { return nil }
    return file.withBytes(at: element.payload, count: element.count) {
      printable($0.prefix { $0 != 0 })
    }
  }
}

extension Movie {
  /// Takes a Matroska tag under its QuickTime name.
  ///
  /// Converters keep the names of the original film in upper case.
  fileprivate mutating func take(tag: String, _ value: String) {
    let name = tag.lowercased()
    switch name {
    case "location", "location-eng", "recording_location":
      // The tag may also hold the name of a town.
      if WrittenPosition(value) != nil { keep("location", value) }
    case "date_recorded":
      if ClockReading(value) != nil { keep("DATE_RECORDED", value) }
    case "date", "creation_time":
      // Converters copy these from the source of a track.
      if ClockReading(value) != nil { keep("DATE", value) }
    case "com.apple.quicktime.location.iso6709":
      keep("com.apple.quicktime.location.ISO6709", value)
    case _ where name.hasPrefix("com."): keep(name, value)
    default: break
    }
  }
}
