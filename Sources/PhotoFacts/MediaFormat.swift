/// A file format, detected by content.
///
/// The numbers are stored in the index: never reuse one.
public enum MediaFormat: UInt8, Sendable, CaseIterable {
  case jpeg = 1
  case heic = 2
  case avif = 3
  case png = 4
  case webp = 5
  case tiff = 6
  case jpegXL = 7
  case gif = 8
  case dng = 9
  case cr2 = 10
  case cr3 = 11
  case nef = 12
  case arw = 13
  case raf = 14
  case orf = 15
  case rw2 = 16
  case pef = 17
  case srw = 18
  case x3f = 19
  case mrw = 20
  case bmp = 21
  case psd = 22
  case nrw = 23
  case sr2 = 24
  case srf = 25
  case hasselblad = 26
  case erf = 27
  case kdc = 28
  case dcr = 29
  case iiq = 30
  case mef = 31
  case mos = 32
  case crw = 33
  case jpeg2000 = 34
  case mp4 = 40
  case quicktime = 41
  case threeGP = 42
  case avi = 43
  case matroska = 44
  case webm = 45

  /// The MIME type.
  public var mimeType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .heic: "image/heic"
    case .avif: "image/avif"
    case .png: "image/png"
    case .webp: "image/webp"
    case .tiff: "image/tiff"
    case .jpegXL: "image/jxl"
    case .gif: "image/gif"
    case .dng: "image/x-adobe-dng"
    case .cr2: "image/x-canon-cr2"
    case .cr3: "image/x-canon-cr3"
    case .nef: "image/x-nikon-nef"
    case .arw: "image/x-sony-arw"
    case .raf: "image/x-fuji-raf"
    case .orf: "image/x-olympus-orf"
    case .rw2: "image/x-panasonic-rw2"
    case .pef: "image/x-pentax-pef"
    case .srw: "image/x-samsung-srw"
    case .x3f: "image/x-sigma-x3f"
    case .mrw: "image/x-minolta-mrw"
    case .bmp: "image/bmp"
    case .psd: "image/vnd.adobe.photoshop"
    case .nrw: "image/x-nikon-nrw"
    case .sr2: "image/x-sony-sr2"
    case .srf: "image/x-sony-srf"
    case .hasselblad: "image/x-hasselblad-3fr"
    case .erf: "image/x-epson-erf"
    case .kdc: "image/x-kodak-kdc"
    case .dcr: "image/x-kodak-dcr"
    case .iiq: "image/x-phaseone-iiq"
    case .mef: "image/x-mamiya-mef"
    case .mos: "image/x-leaf-mos"
    case .crw: "image/x-canon-crw"
    case .jpeg2000: "image/jp2"
    case .mp4: "video/mp4"
    case .quicktime: "video/quicktime"
    case .threeGP: "video/3gpp"
    case .avi: "video/x-msvideo"
    case .matroska: "video/x-matroska"
    case .webm: "video/webm"
    }
  }

  /// The format of a MIME type.
  public init?(mimeType: String) {
    guard let format = Self.byMIMEType[mimeType] else { return nil }
    self = format
  }

  private static let byMIMEType = Dictionary(
    allCases.map { ($0.mimeType, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether it is an image or a video.
  public var kind: MediaKind { rawValue >= 40 ? .video : .image }
}

/// A still picture or a film.
///
/// The numbers are stored in the index: never reuse one.
public enum MediaKind: UInt8, Sendable, CaseIterable {
  case image = 0
  case video = 1

  /// The name in filters.
  public var name: String { self == .image ? "image" : "video" }

  /// The kind of a name.
  public init?(name: some StringProtocol) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
