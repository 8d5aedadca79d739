internal import PhotoFacts

extension FileWindow {
  /// Determines the format by content; the file name is ignored.
  mutating func sniffFormat(exif: inout ExifBlock) -> MediaFormat? {
    guard let first = uint32(at: 0, .big) else { return nil }
    if first >> 8 == 0xFFD8FF { return .jpeg }
    if first == 0x8950_4E47 { return has("\r\n", at: 4) ? .png : nil }
    if has("ftyp", at: 4) { return sniffBrand() }
    if has("II", at: 0) || has("MM", at: 0) { return sniffTIFF(exif: &exif) }
    if has("RIFF", at: 0) { return has("WEBP", at: 8) ? .webp : has("AVI ", at: 8) ? .avi : nil }
    if has("GIF8", at: 0) { return .gif }
    if first >> 16 == 0xFF0A || has("JXL ", at: 4) { return .jpegXL }
    if first == 0x1A45_DFA3 { return sniffMatroska() }
    if has("FUJIFILMCCD-RAW", at: 0) { return .raf }
    if has("FOVb", at: 0) { return .x3f }
    if has("\0MRM", at: 0) || has("\0MRI", at: 0) { return .mrw }
    if has("BM", at: 0), uint32(at: 6, .little) == 0 { return .bmp }
    if has("8BPS\0", at: 0) { return .psd }
    if has("jP  \r\n", at: 4) { return .jpeg2000 }
    // QuickTime files from before the `ftyp` box start with one of these.
    for box in ["moov", "mdat", "wide", "pnot", "skip", "free"] as [StaticString]
    where has(box, at: 4) { return .quicktime }
    return nil
  }

  /// Distinguishes the formats that use ISO boxes.
  private mutating func sniffBrand() -> MediaFormat? {
    if let major = Self.format(brand: text(at: 8)) { return major }
    // Several formats share this brand; the compatible brands distinguish them.
    let end = min(Int(uint32(at: 0, .big) ?? 0), size, 256)
    var isPicture = false
    for at in stride(from: 16, to: end - 3, by: 4) {
      let brand = text(at: at)
      if let format = Self.format(brand: brand) { return format }
      isPicture = isPicture || brand == "mif1" || brand == "mif2"
    }
    if isPicture { return .heic }
    switch text(at: 8) {
    case "mif1", "msf1", "mif2", "miaf", "MiHB", "MiHE", "MiHA", "1pic", "vvic", "jpeg", "j2ki",
      "avci", "pict", "unif":
      return .heic
    case "M4A ", "M4B ", "M4P ", "F4A ", "F4B ": return nil  // sound only
    default: return .mp4
    }
  }

  private static func format(brand: String) -> MediaFormat? {
    switch brand {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": .heic
    case "avif", "avis": .avif
    case "crx ": .cr3
    case "jxl ": .jpegXL
    case "qt  ": .quicktime
    case _ where brand.hasPrefix("3gp") || brand.hasPrefix("3g2"): .threeGP
    default: nil
    }
  }

  private mutating func text(at offset: Int) -> String {
    withBytes(at: offset, count: 4) { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Distinguishes TIFF pictures from raw files, most of which are based on TIFF.
  private mutating func sniffTIFF(exif: inout ExifBlock) -> MediaFormat? {
    if has("IIRO", at: 0) || has("IIRS", at: 0) || has("MMOR", at: 0) { return .orf }
    if has("IIU\0", at: 0) { return .rw2 }
    if has("HEAPCCDR", at: 6) { return .crw }
    guard exif.read(origin: 0, end: size, from: &self) else {
      let magics: [StaticString] = ["II*\0", "MM\0*", "II+\0", "MM\0+"]
      return magics.contains { has($0, at: 0) } ? .tiff : nil
    }
    if has("CR", at: 8) { return .cr2 }
    if has("IIII", at: 8) || has("MMMM", at: 8) { return .iiq }
    if exif.image[.dngVersion] != nil { return .dng }
    if exif.image[.leafData] != nil { return .mos }
    // Scans and edited pictures name a camera too, but do not use raw compression.
    let compression = exif.image[.compression]?.integer(from: &self) ?? 1
    guard exif.image[.subDirectories] != nil || compression > 0x7FFF else { return .tiff }
    return RawMaker.format(
      make: exif.image[.make]?.text(from: &self) ?? "",
      model: exif.image[.model]?.text(from: &self) ?? "") ?? .tiff
  }

  /// Distinguishes WebM from Matroska by the document type.
  private mutating func sniffMatroska() -> MediaFormat {
    let head = withBytes(at: 0, count: min(size, 64)) { Array($0) }
    return head?.firstIndex(of: Array("webm".utf8)) == nil ? .matroska : .webm
  }
}

/// The makers whose raw files are TIFF files without a mark of their own.
private enum RawMaker {
  /// The prefixes of maker and model, in upper case.
  private static let all: [(make: String, model: String, format: MediaFormat)] = [
    ("NIKON", "COOLPIX", .nrw), ("NIKON", "", .nef), ("SONY", "DSC-R1", .sr2),
    ("SONY", "DSC-F828", .srf), ("SONY", "", .arw), ("PENTAX", "", .pef), ("RICOH", "", .pef),
    ("SAMSUNG", "", .srw), ("HASSELBLAD", "", .hasselblad), ("IMACON", "", .hasselblad),
    ("SEIKO EPSON", "", .erf), ("EASTMAN KODAK", "", .kdc), ("KODAK", "DCS", .dcr),
    ("KODAK", "", .kdc), ("PHASE ONE", "", .iiq), ("MAMIYA", "", .mef), ("LEAF", "", .mos),
  ]

  static func format(make: String, model: String) -> MediaFormat? {
    let (make, model) = (make.uppercased(), model.uppercased())
    return all.first { make.hasPrefix($0.make) && model.hasPrefix($0.model) }?.format
  }
}
