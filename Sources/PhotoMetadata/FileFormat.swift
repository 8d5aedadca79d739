internal import PhotoFacts

/// How files of some formats are read.
///
/// Each is described by a type of its own, which `all` lists. `FormatSniffing.swift` recognises files by their first
/// bytes.
struct FileFormat: Sendable {
  /// The formats that are read like this.
  let formats: [MediaFormat]

  /// Reads what a scan stores.
  let read: @Sendable (inout PhotoReader, inout PhotoFacts) -> Void

  /// Finds the JPEGs in a file; nil if it has none, or is decoded itself.
  let findPreviews: (@Sendable (inout PhotoReader, inout PreviewList) -> Void)?

  init(
    formats: [MediaFormat], read: @escaping @Sendable (inout PhotoReader, inout PhotoFacts) -> Void,
    findPreviews: (@Sendable (inout PhotoReader, inout PreviewList) -> Void)? = nil
  ) {
    (self.formats, self.read, self.findPreviews) = (formats, read, findPreviews)
  }

  private static let all = [
    JPEGFile.format, HEIFFile.format, TIFFFile.format, CR3File.format, CRWFile.format,
    RAFFile.format, MRWFile.format, X3FFile.format, PNGFile.format, WebPFile.format,
    GIFFile.format, BMPFile.format, PSDFile.format, JPEGXLFile.format, JPEG2000File.format,
    MovieFile.format, AVIFile.format, MatroskaFile.format,
  ]

  private static let byFormat = Dictionary(
    uniqueKeysWithValues: all.flatMap { file in file.formats.map { ($0, file) } })

  /// How files of a format are read; nil if the format is missing in the list, which a test excludes.
  static func of(_ format: MediaFormat) -> FileFormat? { byFormat[format] }
}
