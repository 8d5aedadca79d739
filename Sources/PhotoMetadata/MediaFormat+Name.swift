internal import PhotoFacts

extension MediaFormat {
  /// What people call the format.
  var displayName: String {
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
    case .psd: "Photoshop"
    case .nrw: "Nikon raw (NRW)"
    case .sr2: "Sony raw (SR2)"
    case .srf: "Sony raw (SRF)"
    case .hasselblad: "Hasselblad raw (3FR, FFF)"
    case .erf: "Epson raw (ERF)"
    case .kdc: "Kodak raw (KDC)"
    case .dcr: "Kodak raw (DCR)"
    case .iiq: "Phase One raw (IIQ)"
    case .mef: "Mamiya raw (MEF)"
    case .mos: "Leaf raw (MOS)"
    case .crw: "Canon raw (CRW)"
    case .jpeg2000: "JPEG 2000"
    case .mp4: "MP4 video"
    case .quicktime: "QuickTime video"
    case .threeGP: "3GP video"
    case .avi: "AVI video"
    case .matroska: "Matroska video"
    case .webm: "WebM video"
    }
  }
}
