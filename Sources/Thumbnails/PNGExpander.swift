/// Turns the samples of a PNG row, of whatever depth and kind, into grey or RGB over white.
struct PNGExpander {
  private let header: PNGHeader

  /// What each value of one sample looks like: for grey of few bits, and for palettes.
  private let table: [UInt8]

  /// The samples of the one colour that is not there.
  private let missing: [UInt8]?

  init(_ header: PNGHeader) {
    self.header = header
    let values = 1 << min(header.depth, 8)
    let marks = header.transparency
    switch header.colour {
    case .palette:
      table = (0..<values).flatMap { value in
        let opacity = marks.indices.contains(value) ? marks[value] : 255
        return (0..<3).map { channel in
          let at = 3 * value + channel
          return overWhite(header.palette.indices.contains(at) ? header.palette[at] : 0, opacity)
        }
      }
      missing = nil
    case .gray:
      table = (0..<values).map { UInt8($0 * 255 / (values - 1)) }
      missing = marks.count >= 2 ? Self.colour(marks.prefix(2), header.depth) : nil
    case .rgb:
      table = []
      missing = marks.count >= 6 ? Self.colour(marks.prefix(6), header.depth) : nil
    case .grayAlpha, .rgba:
      table = []
      missing = nil
    }
  }

  /// A colour as it stands in a row: the file has two bytes for each sample whatever the depth.
  private static func colour(_ marks: ArraySlice<UInt8>, _ depth: Int) -> [UInt8] {
    guard depth < 16 else { return Array(marks) }
    return marks.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  /// Expands a row that starts behind the byte of its filter.
  func expand(_ row: [UInt8], width: Int, into target: inout [UInt8]) {
    switch header.colour {
    case .palette: look(row, width, 3, &target)
    case .gray where header.depth < 16: look(row, width, 1, &target)
    case .gray, .rgb: copy(row, width, &target)
    case .grayAlpha, .rgba: blend(row, width, &target)
    }
  }

  private func look(_ row: [UInt8], _ width: Int, _ channels: Int, _ target: inout [UInt8]) {
    let depth = header.depth
    let mask = (1 << depth) - 1
    let hidden = missing.map { Int($0[0]) & mask }
    for pixel in 0..<width {
      let bit = pixel * depth
      let value = (Int(row[1 + bit / 8]) >> (8 - depth - bit % 8)) & mask
      for channel in 0..<channels {
        target[pixel * channels + channel] =
          value == hidden ? 255 : table[value * channels + channel]
      }
    }
  }

  private func copy(_ row: [UInt8], _ width: Int, _ target: inout [UInt8]) {
    let (count, bytes) = (header.colour.channels, header.depth / 8)
    for index in 0..<(width * count) { target[index] = row[1 + index * bytes] }
    guard let missing else { return }
    let length = count * bytes
    for pixel in 0..<width
    where row[(1 + pixel * length)..<(1 + (pixel + 1) * length)].elementsEqual(missing) {
      for channel in 0..<count { target[pixel * count + channel] = 255 }
    }
  }

  private func blend(_ row: [UInt8], _ width: Int, _ target: inout [UInt8]) {
    let (count, bytes) = (header.colour.channels, header.depth / 8)
    for pixel in 0..<width {
      let first = 1 + pixel * count * bytes
      let opacity = row[first + (count - 1) * bytes]
      for channel in 0..<(count - 1) {
        target[pixel * (count - 1) + channel] = overWhite(row[first + channel * bytes], opacity)
      }
    }
  }
}
