internal import PhotoFacts

extension ExifBlock {
  /// What cameras write as the description of each photo.
  private static let captionsOfCameras: Set = [
    "OLYMPUS DIGITAL CAMERA", "SONY DSC", "MINOLTA DIGITAL CAMERA", "KONICA MINOLTA DIGITAL CAMERA",
    "SAMSUNG DIGITAL CAMERA", "SAMSUNG", "PENTAX DIGITAL CAMERA", "RICOH DIGITAL CAMERA",
    "SANYO DIGITAL CAMERA", "DIGITAL STILLCAMERA",
    "EXIF_JPEG_PICTURE", "DIGITAL CAMERA", "DEFAULT", "JPEG_PICTURE",
    "<KENOX S630  / SAMSUNG S630>",
  ]

  /// The starts of what drones write: the name of the file, and settings.
  private static let startsOfCameras = ["DCIM\\", "Type=N, Mode="]

  /// Tells most captions from these without changing their case.
  private static let lengthsOfCameras = Set(captionsOfCameras.map(\.utf8.count))

  /// The limit of descriptions in bytes.
  private static let longestCaption = 16_384

  /// Adds the words for photographers, and those of Windows and cameras, where none are known.
  func addWords(to words: inout WordSources, from file: inout FileWindow) {
    if words.exif.caption == nil, let bytes = text(image[.imageDescription], from: &file) {
      let text = paragraphs(bytes)
      if !Self.isOfCamera(text) { words.exif.caption = text.known }
    }
    if words.exif.creator == nil {
      words.exif.creator = text(image[.artist], from: &file).flatMap { oneLine($0).known }
    }
    if words.exif.copyright == nil {
      words.exif.copyright = text(image[.copyright], from: &file).flatMap { oneLine($0).known }
    }
    if let comment = comment(from: &file) {
      words.exifExtras.complete(by: .captioned(comment))
    }
    guard image.entries.contains(where: { Self.tagsOfWindows.contains($0.tag) }) else { return }
    words.exifExtras.complete(by: wordsOfWindows(from: &file))
  }

  private static let tagsOfWindows: Set<UInt16> = Set(
    [ExifTag.xpTitle, .xpComment, .xpSubject, .xpAuthor, .xpKeywords, .rating, .ratingPercent]
      .map(\.rawValue))

  private static func isOfCamera(_ text: String) -> Bool {
    if startsOfCameras.contains(where: { text.utf8.starts(with: $0.utf8) }) { return true }
    return lengthsOfCameras.contains(text.utf8.count)
      && captionsOfCameras.contains(text.uppercased())
  }

  private func wordsOfWindows(from file: inout FileWindow) -> PhotoWords {
    var words = PhotoWords()
    words.title = wide(.xpTitle, from: &file).flatMap { oneLine($0).known }
    words.caption =
      wide(.xpComment, from: &file).flatMap { paragraphs($0).known }
      .flatMap { Self.isOfCamera($0) ? nil : $0 }
      ?? wide(.xpSubject, from: &file).flatMap { paragraphs($0).known }
    words.creator = wide(.xpAuthor, from: &file).flatMap { oneLine($0).known }
    words.keywords = wide(.xpKeywords, from: &file).map { $0.names(separatedBy: ";") } ?? []
    words.rating = rating(from: &file)
    return words
  }

  /// Windows's rating, as stars or as per cent.
  private func rating(from file: inout FileWindow) -> Int? {
    if let stars = image[.rating]?.integer(from: &file) {
      return PhotoWords.ratings.contains(stars) ? stars : nil
    }
    return image[.ratingPercent]?.integer(from: &file).flatMap(stars(percent:))
  }

  private func text(_ entry: ExifEntry?, from file: inout FileWindow) -> ArraySlice<UInt8>? {
    guard let entry, entry.isInside, entry.type.isText || entry.type.width == 1 else { return nil }
    return file.withBytes(at: entry.offset, count: min(entry.length, Self.longestCaption)) {
      Array($0.prefix { $0 != 0 })[...]
    }
  }

  /// A text of Windows, in UTF-16.
  private func wide(_ tag: ExifTag, from file: inout FileWindow) -> [UInt8]? {
    guard let entry = image[tag], entry.isInside, entry.type.width == 1 else { return nil }
    return file.withBytes(at: entry.offset, count: min(entry.length, Self.longestCaption)) {
      Array($0).decodedUTF16(bigEndian: false)
    }
  }

  /// The comment of the user, which begins with the name of its encoding.
  private func comment(from file: inout FileWindow) -> String? {
    guard let entry = exif[.userComment], entry.isInside, entry.type.width == 1, entry.length > 8
    else { return nil }
    let order = extent.order
    let bytes = file.withBytes(at: entry.offset, count: min(entry.length, Self.longestCaption)) {
      Array($0)
    }
    guard let bytes else { return nil }
    let (code, text) = (bytes.prefix(8), Array(bytes.dropFirst(8)))
    if code.elementsEqual("UNICODE\0".utf8) {
      return paragraphs(text.decodedUTF16(bigEndian: text.isBigEndian(else: order == .big))).known
    }
    // An encoding of zeros is unknown, which means ASCII in practice.
    guard code.starts(with: "ASCII".utf8) || code.allSatisfy({ $0 == 0 }) else { return nil }
    return paragraphs(text.prefix { $0 != 0 }).known
  }
}

/// The stars of Windows's per cent: 1, 25, 50, 75 and 99.
func stars(percent: Int) -> Int? {
  switch percent {
  case 0: 0
  case 1...12: 1
  case 13...37: 2
  case 38...62: 3
  case 63...87: 4
  case 88...100: 5
  default: nil
  }
}

extension PhotoWords {
  fileprivate static func captioned(_ caption: String) -> PhotoWords {
    var words = PhotoWords()
    words.caption = caption
    return words
  }
}

extension String {
  /// The text; nil if it is empty.
  var known: String? { isEmpty ? nil : self }
}

extension Sequence<UInt8> {
  /// Names between separators, each once.
  func names(separatedBy separator: Unicode.Scalar) -> [String] {
    let parts = Array(self).split(separator: UInt8(ascii: separator))
    return parts.reduce(into: []) { names, part in
      let name = oneLine(part)
      if !name.isEmpty, !names.contains(name) { names.append(name) }
    }
  }
}

extension [UInt8] {
  /// Whether UTF-16 text begins with its higher bytes: by its mark, or by where most of the zeros are.
  ///
  /// Many writers use another order than that of the Exif block.
  fileprivate func isBigEndian(else isBig: Bool) -> Bool {
    if starts(with: [0xFE, 0xFF]) { return true }
    if starts(with: [0xFF, 0xFE]) { return false }
    let (even, odd) = prefix(256).enumerated().reduce((0, 0)) { counts, byte in
      guard byte.element == 0 else { return counts }
      return byte.offset % 2 == 0 ? (counts.0 + 1, counts.1) : (counts.0, counts.1 + 1)
    }
    return even == odd ? isBig : even > odd
  }
}
