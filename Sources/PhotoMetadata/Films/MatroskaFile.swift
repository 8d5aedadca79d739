internal import PhotoFacts

/// Matroska and WebM: elements of EBML.
enum MatroskaFile {
  static let format = FileFormat(formats: [.matroska, .webm], read: read)

  /// Reads a Matroska or WebM file: its header, its tracks and its tags.
  ///
  /// Elements behind the frames are found by the seek head, so the frames are never read.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    var top = EBMLElements(from: 0, to: reader.file.size)
    var film = MatroskaFilm()
    while let element = top.next(in: &reader.file) {
      guard element.id == MatroskaFilm.segment else { continue }
      film.read(element, in: &reader.file)
      break
    }
    guard film.isThere else {
      reader.note("the file has no video", in: &facts)
      return
    }
    reader.take(film.movie, into: &facts)
    if film.isCutShort { reader.note("the file ends inside its video", in: &facts) }
  }
}
