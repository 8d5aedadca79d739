extension MediaFormat {
  /// Whether a file name has an extension that is common for photos and films.
  ///
  /// Formats are detected by content; this is only for empty files, and for files that must not be replaced.
  public static func isUsualName(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.count - dot <= 5 else {
      return false
    }
    return endings.contains(
      String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
  }

  /// The usual extension of files of this format.
  public var usualEnding: String {
    switch self {
    case .jpeg: "jpg"
    case .psd: "psd"
    case .quicktime: "mov"
    case .threeGP: "3gp"
    case .avi: "avi"
    case .matroska: "mkv"
    // The MIME type ends with it.
    default:
      String(
        mimeType[(mimeType.lastIndex { "/-".contains($0) } ?? mimeType.startIndex)...].dropFirst())
    }
  }

  private static let endings = Set(
    """
    jpg jpeg jpe jfif mpo heic heif hif avif png apng webp tif tiff jxl gif bmp psd jp2 jpf jpx j2k dng \
    cr2 cr3 crw nef nrw arw sr2 srf raf orf rw2 raw pef srw x3f mrw 3fr fff erf kdc dcr iiq mef mos \
    mp4 m4v mov qt 3gp 3g2 avi mkv webm mts m2ts insp insv lrv
    """.split(separator: " ").map(String.init))
}
