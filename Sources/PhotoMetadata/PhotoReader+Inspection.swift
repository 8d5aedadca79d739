public import PhotoFacts

extension PhotoReader {
  /// Reads a photo and its companions as `facts(at:companions:)` does, and records all tags and segments.
  public mutating func inspect(at path: FilePath, companions: [Companion] = []) -> Inspection {
    inspection = Inspection(
      facts: PhotoFacts(place: .unlocated(.unreadable, detail: nil)), segments: [], entries: [])
    let before = bytesRead
    let facts = facts(at: path, companions: companions)
    var result = inspection.take() ?? Inspection(facts: facts, segments: [], entries: [])
    result.facts = facts
    result.bytesRead = bytesRead - before
    result.companions = companions
    return result
  }

  /// Records a segment of a JPEG file.
  mutating func record(_ segment: JPEGSegment) {
    let end = min(segment.end, file.size)
    inspection?.segments.append(
      Inspection.Segment(
        name: segment.name(in: &file),
        range: ByteRange(offset: segment.start, count: end - segment.start)))
  }

  /// Records the tags of the Exif block that was read last.
  mutating func recordExif() {
    exif.readInteroperability(from: &file)
    record(exif.image, as: .image)
    record(exif.exif, as: .exif)
    record(exif.gps, as: .gps)
    record(exif.thumbnail, as: .thumbnail)
    record(exif.interoperability, as: .interoperability)
  }

  /// Records the words of a file by their blocks.
  mutating func recordWords() {
    let blocks = [
      ("Exif", words.exif), ("Exif extras", words.exifExtras), ("XMP", words.xmp),
      ("IPTC", words.iptc), ("format", words.own),
    ]
    for (block, words) in blocks { record(words, in: block) }
  }

  /// Records the words of one block.
  mutating func record(_ words: PhotoWords, in block: String) {
    var facts = PhotoFacts(place: .unlocated(.noGPS, detail: nil))
    facts.words = words
    for property in PhotoProperty.ofWords {
      guard let value = property.value(of: FileFacts(), facts) else { continue }
      inspection?.words.append(Inspection.Word(block: block, property: property, value: value))
    }
  }

  private mutating func record(_ directory: ExifDirectory, as group: ExifGroup) {
    let wording = ExifWording(order: exif.extent.order)
    for entry in directory.entries {
      // libexif does not name the pointers between directories.
      let name = wording.name(of: entry.tag, in: group) ?? ExifTag(rawValue: entry.tag)?.name
      let value = entry.wording(from: &file)
      let meaning = wording.meaning(of: entry, in: group, from: &file)
      inspection?.entries.append(
        Inspection.Entry(
          group: group.rawValue, name: name, number: entry.tag,
          value: value, meaning: meaning == value ? nil : meaning,
          range: ByteRange(offset: entry.offset, count: entry.length)))
    }
  }
}

/// The directories of an Exif block, with exiftool's names.
enum ExifGroup: String {
  case image = "IFD0"
  case exif = "ExifIFD"
  case gps = "GPS"
  case thumbnail = "IFD1"
  case interoperability = "InteropIFD"
}
