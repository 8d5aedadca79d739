internal import PhotoFacts

extension PhotoReader {
  /// The UUID of the top-level box with an XMP packet.
  static let xmpName: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// Reads an MP4, QuickTime or 3GP file: its `moov` box and its XMP packet.
  mutating func readMovie(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    var boxes = Boxes(from: 0, to: file.size)
    var movie: Movie?
    var packet: ByteRange?
    while let box = boxes.next(in: &file) {
      if box.has("moov"), movie == nil { movie = Movie(box, in: &file) }
      if box.has("uuid"), packet == nil, isNamed(Self.xmpName, box) {
        packet = ByteRange(offset: box.payload + 16, count: box.count - 16)
      }
      // In a fragmented film thousands of boxes with frames follow.
      if box.has("moof"), movie != nil { break }
    }
    if let packet = packet ?? movie?.xmp {
      readXMP(at: packet.offset, count: packet.count, into: &facts)
    }
    if let movie { take(movie, into: &facts) }
    if let damage = boxes.damage {
      note(damage, in: &facts)
    } else if movie == nil {
      note("the file has no video", in: &facts)
    }
  }

  /// Whether a `uuid` box has this UUID.
  mutating func isNamed(_ name: [UInt8], _ box: Boxes.Box) -> Bool {
    box.count >= 16 && file.has(name, at: box.payload)
  }

  /// Fills in missing facts from a film.
  mutating func take(_ movie: Movie, into facts: inout PhotoFacts) {
    if case .unlocated(.noGPS, _) = facts.place {
      facts.place = movie.place(remarks: &facts.remarks)
    }
    if let photo = movie.photo { readPhoto(at: photo, into: &facts) }
    if case .unlocated(.noGPS, _) = facts.place, !movie.telemetry.isEmpty {
      readTelemetry(movie.telemetry, into: &facts)
    }
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
    if facts.camera == Camera() { facts.camera = photo.camera }
  }

  /// Takes the place of the first fix in the telemetry of a GoPro.
  private mutating func readTelemetry(_ samples: [ByteRange], into facts: inout PhotoFacts) {
    for sample in samples {
      guard let place = GoProTelemetry.place(in: sample, of: &file) else { continue }
      facts.place = place
      return
    }
  }
}
