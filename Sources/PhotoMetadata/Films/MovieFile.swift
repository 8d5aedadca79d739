internal import PhotoFacts

/// MP4, QuickTime and 3GP: boxes.
enum MovieFile {
  static let format = FileFormat(
    formats: [.mp4, .quicktime, .threeGP], read: read, findPreviews: { $0.findInMovie(&$1) })

  /// Reads an MP4, QuickTime or 3GP file: its `moov` box and its XMP packet.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    let layout = reader.readLayout()
    if let packet = layout.packet ?? layout.movie?.xmp {
      reader.readXMP(at: packet.offset, count: packet.count, into: &facts)
    }
    if let movie = layout.movie {
      reader.take(movie, layout.telemetry, into: &facts)
      reader.words.own = movie.words
    }
    if let damage = layout.damage {
      reader.note(damage, in: &facts)
    } else if layout.movie == nil {
      reader.note("the file has no video", in: &facts)
    }
  }
}
