internal import PhotoFacts

/// Photoshop: a header, resources and layers.
enum PSDFile {
  static let format = FileFormat(formats: [.psd], read: read)

  /// Reads a Photoshop file: its size, and the resources that follow its header.
  private static func read(_ reader: inout PhotoReader, into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    guard let height = reader.file.uint32(at: 14, .big),
      let width = reader.file.uint32(at: 18, .big),
      let colours = reader.file.uint32(at: 26, .big), case let resources = 30 + Int(colours),
      let count = reader.file.uint32(at: resources, .big)
    else {
      reader.note("the file ends inside its header", in: &facts)
      return
    }
    if (1...300_000).contains(width), (1...300_000).contains(height) {
      facts.storedSize = PixelSize(width: Int(width), height: Int(height))
    }
    reader.readResources(at: resources + 4, count: Int(count), isBare: true, into: &facts)
    if resources + 4 + Int(count) > reader.file.size {
      reader.note("the file ends inside its resources", in: &facts)
    }
  }
}
