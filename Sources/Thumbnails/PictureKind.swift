/// The decoder for a file, chosen by its first bytes.
enum PictureKind {
  case jpeg
  case bmp
  case library(LibraryDecoder)

  /// Chooses by the first bytes; nil for raw photos, videos and other files.
  ///
  /// Raw photos based on TIFF become `tiff` here; libtiff finds at most a small picture in them.
  init?(_ head: [UInt8]) {
    func has(_ text: StaticString, at offset: Int) -> Bool {
      unsafe head.dropFirst(offset).starts(
        with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .library(.png)
    } else if has("GIF8", at: 0) {
      self = .library(.gif)
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .library(.webp)
    } else if head.starts(with: [0xFF, 0x0A]) || has("JXL ", at: 4) {
      self = .library(.jpegXL)
    } else if (["II*\0", "MM\0*", "II+\0", "MM\0+"] as [StaticString]).contains(where: {
      has($0, at: 0)
    }) {
      self = .library(.tiff)
    } else if has("ftyp", at: 4), Self.brands(head).contains(where: Self.pictureBrands.contains) {
      self = .library(.heif)
    } else if has("BM", at: 0) {
      self = .bmp
    } else {
      return nil
    }
  }

  private static let pictureBrands: Set<String> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "msf1", "avif",
    "avis",
  ]

  private static func brands(_ head: [UInt8]) -> [String] {
    let count = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let end = min(count, head.count, 256)
    let starts = [8] + Array(stride(from: 16, to: end - 3, by: 4))
    return starts.filter { $0 + 4 <= head.count }
      .map { String(decoding: head[$0..<($0 + 4)], as: UTF8.self) }
  }
}
