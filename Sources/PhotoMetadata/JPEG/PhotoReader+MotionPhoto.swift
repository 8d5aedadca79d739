internal import PhotoFacts
internal import XML

extension PhotoReader {
  /// Takes the place of the film at the end of a photo that has no place itself.
  ///
  /// Phones append a film of the seconds around the picture. The XMP packet gives its distance from the end of
  /// the file; Samsung's photos have a directory at the end. Photos with a place are not checked, which saves
  /// reading their end.
  mutating func readFilmBehind(packet: ByteRange?, into facts: inout PhotoFacts) {
    guard facts.place.location == nil else { return }
    var starts: [Int] = []
    if let packet, packet.count <= XMPPacket.longestPacket,
      let document = file.collect(at: packet.offset, count: packet.count)
    {
      starts = MotionPhoto.distancesFromEnd(in: document).map { file.size - $0 }
    }
    if starts.isEmpty, facts.camera.make?.uppercased().hasPrefix("SAMSUNG") == true {
      starts = samsungFilm().map { [$0] } ?? []
    }
    for start in starts where start > 0 && file.has("ftyp", at: start + 4) {
      readFilm(from: start, to: file.size, into: &facts)
      return
    }
  }

  /// Takes the place, and the time if it is missing, of a film inside a photo.
  mutating func readFilm(from start: Int, to end: Int, into facts: inout PhotoFacts) {
    var boxes = Boxes(from: start, to: end)
    guard facts.place.location == nil, let box = boxes.first("moov", in: &file) else { return }
    let movie = Movie(box, in: &file)
    guard case .located(let location) = movie.place(remarks: &facts.remarks) else { return }
    facts.place = .located(location)
    collect(&facts)
    facts.remarks.append("the place is from the video inside the photo")
    if facts.time == nil { facts.time = movie.time(remarks: &facts.remarks) }
  }

  /// The offset of the film by the directory at the end of Samsung's photos.
  private mutating func samsungFilm() -> Int? {
    let end = file.size - 8
    guard file.has("SEFT", at: end + 4), let length = file.uint32(at: end, .little),
      case let head = end - Int(length), head > 0, file.has("SEFH", at: head),
      let count = file.uint32(at: head + 8, .little)
    else { return nil }
    for index in 0..<min(Int(count), 256) {
      let entry = head + 12 + 12 * index
      guard entry + 12 <= end, let back = file.uint32(at: entry + 4, .little) else { return nil }
      let name = "MotionPhoto_Data" as StaticString
      let part = head - Int(back)
      guard part > 0, file.uint16(at: entry + 2, .little) == 0x0A30, file.has(name, at: part + 8)
      else { continue }
      return part + 8 + name.utf8CodeUnitCount
    }
    return nil
  }
}

/// Finds the film behind the picture in an XMP packet.
enum MotionPhoto {
  /// The possible starts of the film, in bytes from the end of the file.
  ///
  /// The offset of the older form comes first, then sums of the lengths of the last items.
  static func distancesFromEnd(in document: [UInt8]) -> [Int] {
    guard
      document.firstIndex(of: Array("MotionPhoto".utf8)) != nil
        || document.firstIndex(of: Array("MicroVideo".utf8)) != nil
    else { return [] }
    var scanner = XMLScanner(document)
    var distances: [Int] = []
    var lengths: [Int] = []
    func take(_ name: Range<Int>, _ value: Range<Int>) {
      let local = scanner.bytes[name].split(separator: UInt8(ascii: ":")).last ?? []
      let isOffset = local.elementsEqual("MicroVideoOffset".utf8)
      guard isOffset || local.elementsEqual("Length".utf8),
        let number = Int(String(decoding: scanner.bytes[value], as: UTF8.self)), number > 0
      else { return }
      if isOffset { distances = [number] } else { lengths.append(number) }
    }
    var element: Range<Int>?
    while let event = scanner.next() {
      switch event {
      case .start(let name, _):
        element = name
        for attribute in scanner.attributes { take(attribute.name, attribute.value) }
      case .text(let text):
        if let element { take(element, text) }
        element = nil
      case .end, .verbatim: element = nil
      }
    }
    var sum = 0
    for length in lengths.suffix(4).reversed() where length < 1 << 40 {
      sum += length
      distances.append(sum)
    }
    return distances
  }
}
