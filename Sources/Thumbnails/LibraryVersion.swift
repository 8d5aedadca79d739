internal import CPhotoShims

extension Thumbnailer {
  /// The name and version of the JPEG library.
  public static var libraryVersion: String { unsafe String(cString: photo_jpeg_version()) }

  /// The libraries for other formats: formats, package in Debian 12 and Ubuntu 24.04, and version if installed.
  public static var otherLibraries: [(formats: String, package: String, version: String?)] {
    [
      ("GIF", "libgif7", version { unsafe photo_gif_version(&$0) }),
      ("HEIC and AVIF", "libheif1", version { unsafe photo_heif_version(&$0) }),
      ("film", filmPackage, version { unsafe photo_film_version(&$0) }),
      ("JPEG XL", "libjxl0.7", version { unsafe photo_jxl_version(&$0) }),
      ("PNG", "libpng16-16", version { unsafe photo_png_version(&$0) }),
      ("raw photo", rawPackage, version { unsafe photo_raw_version(&$0) }),
      ("TIFF", "libtiff6", version { unsafe photo_tiff_version(&$0) }),
      ("WebP", "libwebp7", version { unsafe photo_webp_version(&$0) }),
    ]
  }

  /// Whether a film shows a frame of its own; if not, it shows a placeholder.
  public static var decodesFilms: Bool { version { unsafe photo_film_version(&$0) } != nil }

  /// Packages are named after the versions whose headers were compiled against.
  private static var filmPackage: String {
    "libavformat\(photo_film_soname) libswscale\(photo_scaler_soname)"
  }
  private static var rawPackage: String { "libraw\(photo_raw_soname)" }

  private static func version(_ ask: (inout [CChar]) -> CInt) -> String? {
    var name = [CChar](repeating: 0, count: Int(PHOTO_PIXEL_MESSAGE_SIZE))
    return ask(&name) == 1 ? text(name) : nil
  }
}
