internal import CPhotoShims
internal import Glibc
internal import PhotoMetadata

extension Picture {
  /// Encodes the picture as a baseline JPEG with a profile and no other metadata.
  func encoded(quality: Int, profile: ICCProfile?) throws(Failure) -> [UInt8] {
    var message = [CChar](repeating: 0, count: Int(PHOTO_JPEG_MESSAGE_SIZE))
    var written: UnsafeMutablePointer<UInt8>?
    var count = 0
    let profile = profile?.bytes ?? []
    guard
      unsafe photo_jpeg_write(
        bytes, UInt32(width), UInt32(height), samples.number, CInt(clamping: quality), profile,
        profile.count, &written, &count, &message) == 1
    else { throw Failure(.damaged, "cannot be written as a JPEG: \(text(message))") }
    defer { unsafe free(written) }
    return unsafe Array(UnsafeBufferPointer(start: written, count: count))
  }
}
