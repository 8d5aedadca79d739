import PhotoFacts
import Testing

@testable import Thumbnails

@Suite("Making a picture smaller") struct ReductionTests {
  private func reduce(_ picture: Picture, to size: PixelSize) throws(Failure) -> Picture {
    var reduction = Reduction(
      of: PixelSize(width: picture.width, height: picture.height), eighths: 8,
      rowWidth: picture.width, to: size, samples: picture.samples)
    var next = 0
    let count = picture.width * picture.samples.count
    return try reduction.run { row throws(Failure) in
      row = Array(picture.bytes[next..<(next + count)])
      next += count
    }
  }

  /// The average of the area under a new pixel, computed simply in floating point.
  private func average(_ picture: Picture, _ size: PixelSize, x: Int, y: Int) -> Double {
    let across = Double(picture.width) / Double(size.width)
    let down = Double(picture.height) / Double(size.height)
    func cover(_ pixel: Int, _ index: Int, _ scale: Double) -> Double {
      max(
        0,
        min(Double(pixel + 1), Double(index + 1) * scale)
          - max(Double(pixel), Double(index) * scale))
    }
    var sum = 0.0
    for row in 0..<picture.height {
      let rowShare = cover(row, y, down)
      if rowShare == 0 { continue }
      for column in 0..<picture.width {
        sum +=
          rowShare * cover(column, x, across) * Double(picture.bytes[row * picture.width + column])
      }
    }
    return sum / (across * down)
  }

  @Test("gives each new pixel the average of the area it covers", arguments: 0..<12)
  func averages(_ seed: Int) throws {
    var generator = Seeded(state: UInt64(seed))
    let width = Int.random(in: 1...60, using: &generator)
    let height = Int.random(in: 1...60, using: &generator)
    let bytes = (0..<(width * height)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let picture = Picture(width: width, height: height, samples: .gray, bytes: bytes)
    let size = PixelSize(
      width: Int.random(in: 1...width, using: &generator),
      height: Int.random(in: 1...height, using: &generator))
    let small = try reduce(picture, to: size)
    #expect(small.width == size.width)
    #expect(small.height == size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let exact = average(picture, size, x: x, y: y)
        #expect(abs(Double(small.bytes[y * size.width + x]) - exact) <= 0.75)
      }
    }
  }

  @Test("keeps a uniform grey unchanged", arguments: [0, 1, 127, 254, 255] as [UInt8])
  func even(_ level: UInt8) throws {
    for (width, new) in [(1_000, 160), (641, 640), (7, 3), (160, 160), (4_000, 1)] {
      let picture = Picture(
        width: width, height: 9, samples: .gray, bytes: [UInt8](repeating: level, count: width * 9))
      let small = try reduce(picture, to: PixelSize(width: new, height: 5))
      #expect(small.bytes.allSatisfy { $0 == level })
    }
  }
}
