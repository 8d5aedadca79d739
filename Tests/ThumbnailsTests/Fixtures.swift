import Foundation
import PhotoFacts
import PhotoMetadata
import Testing

@testable import Thumbnails

/// A colour by name.
struct Colour: Equatable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int

  var description: String { "rgb(\(red), \(green), \(blue))" }

  static let red = Colour(red: 220, green: 30, blue: 30)
  static let green = Colour(red: 30, green: 200, blue: 30)
  static let blue = Colour(red: 30, green: 30, blue: 220)
  static let white = Colour(red: 240, green: 240, blue: 240)

  /// Whether two colours are similar, within the losses of JPEG.
  func isClose(to other: Colour, within tolerance: Int = 24) -> Bool {
    abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance
      && abs(blue - other.blue) <= tolerance
  }
}

/// A picture with red at the top left, green at the top right, blue below and white beside it.
func quarters(width: Int, height: Int) -> Picture {
  var bytes: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let top = y < height / 2
      let left = x < width / 2
      bytes += (top ? (left ? Colour.red : .green) : (left ? .blue : .white)).bytes
    }
  }
  return Picture(width: width, height: height, samples: .rgb, bytes: bytes)
}

/// A picture of one colour.
func plain(_ colour: Colour, width: Int, height: Int) -> Picture {
  let bytes = Array(repeating: colour.bytes, count: width * height).flatMap { $0 }
  return Picture(width: width, height: height, samples: .rgb, bytes: bytes)
}

extension Colour {
  var bytes: [UInt8] { [UInt8(red), UInt8(green), UInt8(blue)] }
}

extension Picture {
  func jpeg(profile: ICCProfile? = nil) throws -> [UInt8] {
    try encoded(quality: 92, profile: profile)
  }

  /// The colour of a pixel of a picture decoded from a JPEG.
  func colour(_ x: Int, _ y: Int) -> Colour {
    let start = (y * width + x) * samples.count
    let values = bytes[start..<(start + samples.count)].map(Double.init)
    switch samples {
    case .gray: return Colour(red: Int(values[0]), green: Int(values[0]), blue: Int(values[0]))
    case .ycc:
      let (y, b, r) = (values[0], values[1] - 128, values[2] - 128)
      return Colour(
        red: clamp(y + 1.402 * r), green: clamp(y - 0.344136 * b - 0.714136 * r),
        blue: clamp(y + 1.772 * b))
    default: return Colour(red: Int(values[0]), green: Int(values[1]), blue: Int(values[2]))
    }
  }

  private func clamp(_ value: Double) -> Int { Int(min(255, max(0, value.rounded()))) }

  /// The colours in the middle of the four quarters: top left, top right, bottom left, bottom right.
  var corners: [Colour] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { colour(width * $0.0 / 4, height * $0.1 / 4) }
  }
}

/// Decodes a thumbnail at its full size.
func decode(_ jpeg: [UInt8]) throws -> Picture {
  try JPEGDecoder.decode(jpeg, longSide: 65_500, limits: ThumbnailLimits())
}

/// A file that exists while the test runs.
final class TemporaryFile {
  let path: FilePath
  private let url: URL

  init(_ bytes: [UInt8], name: String = "photo.jpg") throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "geoindex-\(UUID().uuidString)-\(name)")
    try Data(bytes).write(to: url)
    path = FilePath(url.path)
  }

  /// Makes a thumbnail of the file, which cannot disappear meanwhile.
  func thumbnail(
    orientation: Orientation = .upright, storedSize: PixelSize? = nil,
    embeddedThumbnail: ByteRange? = nil, width: Int, by thumbnailer: Thumbnailer = Thumbnailer()
  ) throws(ThumbnailError) -> [UInt8] {
    try thumbnailer.thumbnail(
      of: path, orientation: orientation, storedSize: storedSize,
      embeddedThumbnail: embeddedThumbnail, width: width)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// Finds a program that scripts/setup installs.
func program(_ name: String) -> String? {
  ["/usr/bin/", "/usr/local/bin/"].map { $0 + name }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// Runs a program on bytes and returns its output.
func run(_ program: String, _ arguments: [String], on input: [UInt8]) throws -> [UInt8] {
  let file = try TemporaryFile(input)
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments + [file.path.description]
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let bytes = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  withExtendedLifetime(file) {}
  return Array(bytes)
}

/// A deterministic random generator (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
