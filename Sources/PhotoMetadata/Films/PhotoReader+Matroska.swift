internal import PhotoFacts

extension PhotoReader {
  /// Reads a Matroska or WebM file: its header, its tracks and its tags.
  ///
  /// Elements behind the frames are found by the seek head, so the frames are never read.
  mutating func readMatroska(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    var top = EBMLElements(from: 0, to: file.size)
    var film = MatroskaFilm()
    while let element = top.next(in: &file) {
      guard element.id == MatroskaFilm.segment else { continue }
      film.read(element, in: &file)
      break
    }
    guard film.isThere else {
      note("the file has no video", in: &facts)
      return
    }
    take(film.movie, into: &facts)
    if film.isCutShort { note("the file ends inside its video", in: &facts) }
  }
}
