internal import PhotoFacts

extension Picture {
  /// The picture turned upright.
  func turned(by orientation: Orientation) -> Picture {
    guard orientation != .upright else { return self }
    let way = Way(orientation, width: width, height: height)
    let size = orientation.swapsAxes ? (height, width) : (width, height)
    let count = samples.count
    var turned = [UInt8](repeating: 0, count: bytes.count)
    var target = 0
    for row in 0..<size.1 {
      var source = (way.start + row * way.down) * count
      for _ in 0..<size.0 {
        for sample in 0..<count { turned[target + sample] = bytes[source + sample] }
        target += count
        source += way.across * count
      }
    }
    return Picture(width: size.0, height: size.1, samples: samples, bytes: turned)
  }

  /// The start of the upright picture in the stored one, and the strides across and down.
  private struct Way {
    var start: Int
    var across: Int
    var down: Int

    init(_ orientation: Orientation, width: Int, height: Int) {
      let right = width - 1
      let bottom = (height - 1) * width
      switch orientation {
      case .upright: (start, across, down) = (0, 1, width)
      case .mirrored: (start, across, down) = (right, -1, width)
      case .upsideDown: (start, across, down) = (bottom + right, -1, -width)
      case .mirroredUpsideDown: (start, across, down) = (bottom, 1, -width)
      case .mirroredLeft: (start, across, down) = (0, width, 1)
      case .turnedLeft: (start, across, down) = (bottom, -width, 1)
      case .mirroredRight: (start, across, down) = (bottom + right, -width, -1)
      case .turnedRight: (start, across, down) = (right, width, -1)
      }
    }
  }
}
