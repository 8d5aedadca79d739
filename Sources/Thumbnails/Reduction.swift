internal import PhotoFacts

/// Scales down a picture row by row: each new pixel is the average of the area it covers.
///
/// The weights of the pixels under a new one add up to exactly 4096 in each direction, so a uniform grey is
/// unchanged.
struct Reduction {
  private let samples: Picture.Samples
  private let across: [Share]
  private let down: [Share]
  private let rowCount: Int
  private var sums: [UInt32]

  /// The old pixels under a new one: the index of the first, and the weight of each.
  private struct Share {
    var first: Int
    var weights: [UInt32]
  }

  private static let unit = 4_096

  /// Scales down a picture whose rows arrive at a number of eighths of its size.
  ///
  /// The width of a row and the number of rows are rounded up.
  init(of size: PixelSize, eighths: Int, rowWidth: Int, to: PixelSize, samples: Picture.Samples) {
    self.samples = samples
    across = Self.shares(of: size.width * eighths, to: to.width)
    down = Self.shares(of: size.height * eighths, to: to.height)
    rowCount = rowWidth * samples.count
    sums = [UInt32](repeating: 0, count: rowCount)
  }

  /// Distributes pixels that are eight long and make up `extent` to `new` pixels.
  private static func shares(of extent: Int, to new: Int) -> [Share] {
    (0..<new).map { index in
      // In units of 1/new, so that all edges are integers.
      let pixelLength = 8 * new
      let start = index * extent
      let end = start + extent
      let first = start / pixelLength
      let last = (end - 1) / pixelLength
      var left = unit
      var weights: [UInt32] = []
      for pixel in first...last {
        let covered = min(end, (pixel + 1) * pixelLength) - max(start, pixel * pixelLength)
        // The last one takes the rounding error.
        let weight = pixel == last ? left : min(left, (covered * unit + extent / 2) / extent)
        weights.append(UInt32(weight))
        left -= weight
      }
      return Share(first: first, weights: weights)
    }
  }

  /// Scales down the rows that `read` writes into a buffer one by one.
  mutating func run(_ read: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) -> Picture {
    var row = [UInt8](repeating: 0, count: rowCount)
    var rowNumber = -1
    var bytes: [UInt8] = []
    bytes.reserveCapacity(across.count * down.count * samples.count)
    for share in down {
      for (index, weight) in share.weights.enumerated() {
        // A row on an edge belongs to two new rows and is used twice.
        while rowNumber < share.first + index {
          try read(&row)
          rowNumber += 1
        }
        add(row, weight, isFirst: index == 0)
      }
      appendRow(to: &bytes)
    }
    return Picture(width: across.count, height: down.count, samples: samples, bytes: bytes)
  }

  private mutating func add(_ row: [UInt8], _ weight: UInt32, isFirst: Bool) {
    let count = rowCount
    var target = sums.mutableSpan
    let source = row.span
    if isFirst {
      for index in 0..<count { target[index] = UInt32(source[index]) &* weight }
    } else {
      for index in 0..<count { target[index] &+= UInt32(source[index]) &* weight }
    }
  }

  /// Adds up the columns after the rows; 255 × 4096 × 4096 fits.
  private func appendRow(to bytes: inout [UInt8]) {
    let channels = samples.count
    for share in across {
      for channel in 0..<channels {
        var sum: UInt32 = 1 << 23
        var index = share.first * channels + channel
        for weight in share.weights {
          sum &+= sums[index] &* weight
          index += channels
        }
        bytes.append(UInt8(truncatingIfNeeded: sum >> 24))
      }
    }
  }
}
