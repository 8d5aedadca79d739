/// Makes a picture smaller while its rows come in: each new pixel is the average of the area it covers.
///
/// Sums are exact: the shares of the pixels under a new one add up to 4096 in each direction, so an
/// even grey stays the same grey.
struct Reduction {
  private let samples: Picture.Samples
  private let across: [Share]
  private let down: [Share]
  private let rowCount: Int
  private var sums: [UInt32]

  /// The old pixels under a new one: the first of them, and what share each has.
  private struct Share {
    var first: Int
    var weights: [UInt32]
  }

  private static let unit = 4_096

  init(from: (width: Int, height: Int), to: (width: Int, height: Int), samples: Picture.Samples) {
    self.samples = samples
    across = Self.shares(from: from.width, to: to.width)
    down = Self.shares(from: from.height, to: to.height)
    rowCount = from.width * samples.count
    sums = [UInt32](repeating: 0, count: rowCount)
  }

  /// Shares out `old` pixels among `new` ones, `new` being no more than `old`.
  private static func shares(from old: Int, to new: Int) -> [Share] {
    (0..<new).map { index in
      // In units of 1/new of an old pixel, so that all edges are whole numbers.
      let start = index * old
      let end = start + old
      let first = start / new
      let last = (end - 1) / new
      var left = unit
      var weights: [UInt32] = []
      for pixel in first...last {
        let covered = min(end, (pixel + 1) * new) - max(start, pixel * new)
        // The last one takes what rounding has left over.
        let weight = pixel == last ? left : min(left, (covered * unit + old / 2) / old)
        weights.append(UInt32(weight))
        left -= weight
      }
      return Share(first: first, weights: weights)
    }
  }

  /// Reduces the rows that `read` puts into a buffer one after the other.
  mutating func run(_ read: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) -> Picture {
    var row = [UInt8](repeating: 0, count: rowCount)
    var rowNumber = -1
    var bytes: [UInt8] = []
    bytes.reserveCapacity(across.count * down.count * samples.count)
    for share in down {
      for (index, weight) in share.weights.enumerated() {
        // The row on an edge belongs to two new ones and is still there.
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

  /// Sums up across what has been summed up downwards; 255 × 4096 × 4096 still fits.
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
