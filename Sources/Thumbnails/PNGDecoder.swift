internal import PhotoFacts

/// Decodes PNG: row by row where it can, so that the size costs time but no memory.
struct PNGDecoder {
  private let header: PNGHeader
  private let inflater: Inflater
  private var previous: [UInt8] = []
  private var current: [UInt8] = []

  static func decode(_ file: [UInt8], longSide: Int, limits: ThumbnailLimits) throws(Failure)
    -> DecodedPicture
  {
    let header = try PNGHeader(file)
    try header.size.check(atMost: header.isInterlaced ? limits.wholePixels : limits.pixels)
    // A row is in memory several times.
    guard header.size.width <= 1 << 24 else {
      throw Failure(.tooLarge, "is \(header.size.width) pixels wide, which are too many")
    }
    var decoder = PNGDecoder(
      header: header, inflater: try Inflater(file, pieces: header.pieces))
    let picture =
      header.isInterlaced
      ? try decoder.interlaced(longSide: longSide) : try decoder.straight(longSide: longSide)
    return DecodedPicture(picture: picture, profile: header.profile)
  }

  private init(header: PNGHeader, inflater: Inflater) {
    self.header = header
    self.inflater = inflater
  }

  private var samples: Picture.Samples {
    header.colour == .gray || header.colour == .grayAlpha ? .gray : .rgb
  }

  private mutating func straight(longSide: Int) throws(Failure) -> Picture {
    let expander = PNGExpander(header)
    startPass(width: header.size.width)
    var isOver = false
    return try Reduction.reduce(header.size, samples, longSide: longSide) { row throws(Failure) in
      if !isOver { isOver = try !nextRow() }
      if isOver {
        for index in row.indices { row[index] = 255 }  // Nothing is known of what is missing.
      } else {
        expander.expand(current, width: header.size.width, into: &row)
      }
    }
  }

  /// Puts the seven passes together, each of which is a coarser picture of its own.
  private mutating func interlaced(longSide: Int) throws(Failure) -> Picture {
    let (width, height, count) = (header.size.width, header.size.height, samples.count)
    var whole = [UInt8](repeating: 255, count: width * height * count)
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    let expander = PNGExpander(header)
    for (x, y, across, down) in passes where x < width && y < height {
      let passWidth = (width - x + across - 1) / across
      startPass(width: passWidth)
      var row = [UInt8](repeating: 255, count: passWidth * count)
      for line in stride(from: y, to: height, by: down) {
        guard try nextRow() else { break }
        expander.expand(current, width: passWidth, into: &row)
        for pixel in 0..<passWidth {
          let target = (line * width + x + pixel * across) * count
          for channel in 0..<count { whole[target + channel] = row[pixel * count + channel] }
        }
      }
    }
    var next = 0
    return try Reduction.reduce(header.size, samples, longSide: longSide) { row throws(Failure) in
      for index in row.indices { row[index] = whole[next + index] }
      next += row.count
    }
  }

  private mutating func startPass(width: Int) {
    previous = [UInt8](repeating: 0, count: header.rowCount(width) + 1)
    current = previous
  }

  /// Unpacks the next row into `current` behind the byte that names its filter; false at the end.
  private mutating func nextRow() throws(Failure) -> Bool {
    swap(&previous, &current)
    guard try inflater.read(into: &current) == current.count else { return false }
    let step = max(1, header.depth * header.colour.channels / 8)
    return Self.unfilter(&current, previous, step)
  }

  /// Takes back what a row was predicted from: its neighbours to the left and above.
  private static func unfilter(_ row: inout [UInt8], _ above: [UInt8], _ step: Int) -> Bool {
    let filter = row[0]
    guard filter <= 4 else { return false }
    guard filter > 0 else { return true }
    for index in 1..<row.count {
      let left = index > step ? Int(row[index - step]) : 0
      let up = Int(above[index])
      let predicted: Int
      switch filter {
      case 1: predicted = left
      case 2: predicted = up
      case 3: predicted = (left + up) / 2
      default:
        let corner = index > step ? Int(above[index - step]) : 0
        predicted = paeth(left, up, corner)
      }
      row[index] &+= UInt8(truncatingIfNeeded: predicted)
    }
    return true
  }

  /// The neighbour that is nearest to where the slope of the three would lead.
  @inline(__always)
  private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
    let (a, b, c) = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
    return a <= b && a <= c ? left : b <= c ? up : corner
  }
}
