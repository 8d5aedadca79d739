internal import PhotoFacts

/// The words in one file by the blocks they stand in, before it is decided which of them count.
///
/// The rules are those of the Metadata Working Group (Guidelines for Handling Image Metadata 2.0, chapter 5), as
/// exiftool applies them.
struct WordSources {
  /// What Exif has for photographers: it counts before all others.
  var exif = PhotoWords()

  /// What Windows and cameras have added to Exif: it counts last.
  var exifExtras = PhotoWords()

  var xmp = PhotoWords()
  var iptc = PhotoWords()

  /// The texts that formats have of their own, such as those of films and of PNG.
  var own = PhotoWords()

  /// Whether the IPTC record was changed by a program that left XMP as it was.
  var isIPTCNewer = false

  /// The words that count.
  func reconciled() -> PhotoWords {
    // Most files have at most what their camera has written.
    if xmp.isEmpty, iptc.isEmpty, own.isEmpty, exifExtras.isEmpty { return exif.bounded }
    var words = exifExtras
    words.take(own)
    var chosen = xmp
    chosen.title = choice(iptc.title, xmp.title, longest: 64)
    chosen.caption = exif.caption ?? choice(iptc.caption, xmp.caption, longest: 2_000)
    chosen.creator = exif.creator ?? choice(iptc.creator, xmp.creator, longest: 32)
    chosen.copyright = exif.copyright ?? choice(iptc.copyright, xmp.copyright, longest: 128)
    chosen.keywords = keywords
    words.take(chosen)
    // A program that writes hierarchies alone has flat names too.
    if words.keywords.isEmpty { words.keywords = words.keywordPaths.leaves }
    return words.bounded
  }

  /// A text of XMP or IPTC.
  private func choice(_ short: String?, _ long: String?, longest: Int) -> String? {
    guard let short, let long else { return short ?? long }
    // IPTC limits the length of its texts.
    let isCut = short.utf8.count >= longest && long.utf8.starts(with: short.utf8)
    return isIPTCNewer && !isCut ? short : long
  }

  private var keywords: [String] {
    guard !iptc.keywords.isEmpty, isIPTCNewer || xmp.keywords.isEmpty else { return xmp.keywords }
    return iptc.keywords.map { short in
      guard short.utf8.count >= 64 else { return short }
      return xmp.keywords.first { $0.utf8.starts(with: short.utf8) } ?? short
    }
  }
}
