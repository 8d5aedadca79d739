internal import CPhotoShims

extension Record {
  /// The version of libpq; nil if it is not installed.
  public static var libraryVersion: String? {
    let number = photo_database_version()
    return number > 0 ? "libpq \(number / 10_000).\(number % 10_000)" : nil
  }
}
