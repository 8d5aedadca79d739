internal import PhotoFacts

extension PhotoReader {
  /// The UUID of the top-level box with an XMP packet.
  static let xmpName: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// The top level of an MP4, QuickTime or 3GP file.
  struct MovieLayout {
    var movie: Movie?
    var telemetry = FilmTelemetry()

    /// The XMP packet, with precedence over one in the movie.
    var packet: ByteRange?

    /// What is wrong with the boxes.
    var damage: String?
  }

  /// Reads the boxes of the top level.
  mutating func readLayout() -> MovieLayout {
    var layout = MovieLayout()
    var boxes = Boxes(from: 0, to: file.size)
    var records: Boxes.Box?
    var isKnown = true
    while let box = boxes.next(in: &file) {
      if box.has("moov"), layout.movie == nil { layout.movie = Movie(box, in: &file) }
      if box.has("uuid"), layout.packet == nil, isNamed(Self.xmpName, box) {
        layout.packet = ByteRange(offset: box.payload + 16, count: box.count - 16)
      }
      if box.has("gps0") { records = records ?? box }
      isKnown = box.type & 0x8080_8080 == 0 && box.isWhole
      // In a fragmented film thousands of boxes with frames follow.
      if box.has("moof"), layout.movie != nil { break }
    }
    layout.telemetry = layout.movie?.telemetry ?? FilmTelemetry()
    layout.telemetry.records = records
    layout.damage = boxes.damage
    // A trailer looks like a damaged box.
    if layout.damage != nil || !isKnown, let trailer = InstaTrailer(&file) {
      layout.telemetry.trailer = trailer
      layout.damage = nil
    }
    return layout
  }

  /// Whether a `uuid` box has this UUID.
  mutating func isNamed(_ name: [UInt8], _ box: Boxes.Box) -> Bool {
    box.count >= 16 && file.has(name, at: box.payload)
  }

  /// Fills in missing facts from a film.
  mutating func take(
    _ movie: Movie, _ telemetry: FilmTelemetry = FilmTelemetry(), into facts: inout PhotoFacts
  ) {
    if case .unlocated(.noGPS, _) = facts.place {
      facts.place = movie.place(remarks: &facts.remarks)
      collect(&facts)
    }
    if let photo = movie.photo { readPhoto(at: photo, into: &facts) }
    if !telemetry.isEmpty { readTelemetry(telemetry, movie, into: &facts) }
    if facts.time == nil { facts.time = movie.time(remarks: &facts.remarks) }
    if facts.camera == Camera() { facts.camera = movie.camera }
    facts.storedSize = movie.size
    facts.orientation = movie.orientation
    if case .unlocated(.noGPS, _) = facts.place, movie.tracks > 0,
      movie.tracks == movie.tracksWithoutPicture
    {
      facts.format = nil
      facts.place = .unlocated(.unsupported, detail: "sound without a picture")
    }
  }

  /// Takes place and camera from the small JPEG that Canon's cameras embed in a film.
  private mutating func readPhoto(at range: ByteRange, into facts: inout PhotoFacts) {
    guard case .unlocated(.noGPS, _) = facts.place else { return }
    var photo = PhotoFacts(place: facts.place)
    readJPEG(at: range.offset, into: &photo)
    if case .located = photo.place { facts.place = photo.place }
    collect(&facts)
    if facts.camera == Camera() { facts.camera = photo.camera }
  }

  /// Notes whether the film has a track, and takes the place of its first fix.
  private mutating func readTelemetry(
    _ telemetry: FilmTelemetry, _ movie: Movie, into facts: inout PhotoFacts
  ) {
    let needsPlace = if case .unlocated(.noGPS, _) = facts.place { true } else { false }
    guard needsPlace || telemetry.isUncertain else { return facts.mayHaveTrack = true }
    let first = telemetry.fixes(.firstPosition, clock: movie.clock, in: &file)?.fixes.first
    if needsPlace, let first { facts.place = .located(first) }
    collect(&facts)
    facts.mayHaveTrack = first != nil || !telemetry.isUncertain
  }
}
