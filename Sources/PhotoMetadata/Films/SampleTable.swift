internal import PhotoFacts

/// Locates the samples of a track.
enum SampleTable {
  /// The limit of samples; a telemetry track has one per second.
  private static let mostSamples = 64

  /// The first sample of each of the first chunks, if the samples are of a kind.
  ///
  /// Cameras write one sample per chunk; of several, only the first is used.
  static func firstSamples(
    of media: Boxes.Box, kind: StaticString, in file: inout FileWindow
  ) -> [ByteRange] {
    var boxes = media.boxes()
    guard let information = boxes.first("minf", in: &file) else { return [] }
    boxes = information.boxes()
    guard let table = boxes.first("stbl", in: &file) else { return [] }
    var (isKind, sizes, chunks, perChunk): (Bool, Boxes.Box?, Boxes.Box?, Int) =
      (false, nil, nil, 1)
    boxes = table.boxes()
    while let box = boxes.next(in: &file) {
      // The box has a version, a count, the length of the first entry, then its kind.
      if box.has("stsd") { isKind = file.has(kind, at: box.payload + 12) }
      if box.has("stsz") { sizes = box }
      if box.has("stco") || box.has("co64") { chunks = box }
      if box.has("stsc") { perChunk = Int(file.uint32(at: box.payload + 12, .big) ?? 1) }
    }
    guard isKind, let sizes, let chunks, (1...1024).contains(perChunk) else { return [] }
    return ranges(sizes, chunks, perChunk, in: &file)
  }

  private static func ranges(
    _ sizes: Boxes.Box, _ chunks: Boxes.Box, _ perChunk: Int, in file: inout FileWindow
  ) -> [ByteRange] {
    let width = chunks.has("co64") ? 8 : 4
    let common = Int(file.uint32(at: sizes.payload + 4, .big) ?? 0)
    let count = Int(file.uint32(at: chunks.payload + 4, .big) ?? 0)
    var ranges: [ByteRange] = []
    var offsets = Fields(at: chunks.payload + 8, end: chunks.end)
    for index in 0..<min(count, mostSamples) {
      guard let offset = offsets.number(width, in: &file) else { break }
      let sizeAt = sizes.payload + 12 + 4 * index * perChunk
      let own = sizeAt + 4 <= sizes.end ? file.uint32(at: sizeAt, .big).map(Int.init) : nil
      guard let size = common > 0 ? common : own else { break }
      ranges.append(ByteRange(offset: offset, count: size))
    }
    return ranges
  }
}
