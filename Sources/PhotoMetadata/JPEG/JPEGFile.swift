internal import PhotoFacts

/// JPEG: segments; also raw files and films contain such pictures.
enum JPEGFile {
  static let format = FileFormat(formats: [.jpeg]) { reader, facts in reader.readJPEG(into: &facts)
  }
}
