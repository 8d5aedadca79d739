internal import CPhotoShims

extension Thumbnailer {
  /// The library that decodes JPEGs, and its version.
  public static var libraryVersion: String { unsafe String(cString: photo_jpeg_version()) }

  /// The libraries that decode other formats: what each is for, and its version where it is there.
  public static var otherLibraries: [(formats: String, version: String?)] {
    [
      ("HEIC and AVIF", version { unsafe photo_heif_version(&$0) }),
      ("JPEG XL", version { unsafe photo_jxl_version(&$0) }),
      ("TIFF", version { unsafe photo_tiff_version(&$0) }),
      ("WebP", version { unsafe photo_webp_version(&$0) }),
    ]
  }

  private static func version(_ ask: (inout [CChar]) -> CInt) -> String? {
    var name = [CChar](repeating: 0, count: Int(PHOTO_PIXEL_MESSAGE_SIZE))
    return ask(&name) == 1 ? text(name) : nil
  }
}
