extension MediaFormat {
  /// What people call the format.
  public var displayName: String {
    switch self {
    case .jpeg: "JPEG"
    case .heic: "HEIC"
    case .avif: "AVIF"
    case .png: "PNG"
    case .webp: "WebP"
    case .tiff: "TIFF"
    case .jpegXL: "JPEG XL"
    case .gif: "GIF"
    case .dng: "DNG"
    case .cr2: "Canon raw (CR2)"
    case .cr3: "Canon raw (CR3)"
    case .nef: "Nikon raw (NEF)"
    case .arw: "Sony raw (ARW)"
    case .raf: "Fujifilm raw (RAF)"
    case .orf: "Olympus raw (ORF)"
    case .rw2: "Panasonic raw (RW2)"
    case .pef: "Pentax raw (PEF)"
    case .srw: "Samsung raw (SRW)"
    case .x3f: "Sigma raw (X3F)"
    case .mrw: "Minolta raw (MRW)"
    case .bmp: "BMP"
    case .mp4: "MP4 video"
    case .quicktime: "QuickTime video"
    case .threeGP: "3GP video"
    case .avi: "AVI video"
    case .matroska: "Matroska video"
    }
  }
}
