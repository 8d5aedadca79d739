internal import PhotoFacts

extension PhotoReader {
  /// The name of the top-level box with an XMP packet.
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
    }
    if let packet = packet ?? movie?.xmp {
      readXMP(at: packet.offset, count: packet.count, into: &facts)
    }
    if let movie { take(movie, into: &facts) }
    if let damage = boxes.damage {
      note(damage, in: &facts)
    } else if movie == nil {
      note("the file has no film in it", in: &facts)
    }
  }

  /// Whether a box of the type `uuid` has this name of 16 bytes.
  mutating func isNamed(_ name: [UInt8], _ box: Boxes.Box) -> Bool {
    box.count >= 16
      && file.withBytes(at: box.payload, count: 16) { $0.elementsEqual(name) } == true
  }

  private func take(_ movie: Movie, into facts: inout PhotoFacts) {
    if case .unlocated(.noGPS, _) = facts.place {
      facts.place = movie.place(remarks: &facts.remarks)
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
}
