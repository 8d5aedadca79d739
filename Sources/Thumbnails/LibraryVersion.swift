internal import CPhotoShims

extension Thumbnailer {
  /// The library that decodes JPEGs, and its version.
  public static var libraryVersion: String { unsafe String(cString: photo_jpeg_version()) }
}
