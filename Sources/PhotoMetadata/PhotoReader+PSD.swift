internal import PhotoFacts

extension PhotoReader {
  /// Reads a Photoshop file: its size, and the resources that follow its header.
  mutating func readPSD(into facts: inout PhotoFacts) {
    facts.place = .unlocated(.noGPS, detail: nil)
    guard let height = file.uint32(at: 14, .big), let width = file.uint32(at: 18, .big),
      let colours = file.uint32(at: 26, .big), case let resources = 30 + Int(colours),
      let count = file.uint32(at: resources, .big)
    else {
      note("the file ends inside its header", in: &facts)
      return
    }
    if (1...300_000).contains(width), (1...300_000).contains(height) {
      facts.storedSize = PixelSize(width: Int(width), height: Int(height))
    }
    readResources(at: resources + 4, count: Int(count), isBare: true, into: &facts)
    if resources + 4 + Int(count) > file.size {
      note("the file ends inside its resources", in: &facts)
    }
  }
}
