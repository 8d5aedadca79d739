import Foundation
import PhotoFacts
import Testing

@testable import Thumbnails

/// A folder in which other programs make photos.
final class Workshop: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "geoindex-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func write(_ bytes: [UInt8], as name: String) throws {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// Runs a command in the folder; fails the test if the program is missing or fails.
  @discardableResult
  func run(_ command: String) throws -> [UInt8] {
    let words = command.split(separator: " ").map(String.init)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(program(words[0]), "\(words[0])"))
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command)")
    return Array(bytes)
  }

  /// Writes a picture as PPM, which every program reads.
  func draw(_ picture: Picture, as name: String = "source.ppm") throws {
    let header = Array("P6\n\(picture.width) \(picture.height)\n255\n".utf8)
    try write(header + picture.bytes, as: name)
  }

  func thumbnail(
    _ name: String, width: Int, orientation: Orientation = .upright, storedSize: PixelSize? = nil
  ) throws -> [UInt8] {
    try Thumbnailer().thumbnail(
      of: FilePath(path(name)), orientation: orientation, storedSize: storedSize, width: width)
  }

  /// The pixels of a file by ImageMagick, at a size, over white.
  func seen(_ name: String, _ size: (Int, Int)) throws -> Picture {
    let bytes = try run(
      "convert \(name)[0] -background white -alpha remove -colorspace sRGB -resize "
        + "\(size.0)x\(size.1)! -depth 8 -type TrueColor ppm:-")
    let header = Array("P6\n\(size.0) \(size.1)\n255\n".utf8)
    try #require(bytes.starts(with: header) && bytes.count == header.count + 3 * size.0 * size.1)
    return Picture(
      width: size.0, height: size.1, samples: .rgb, bytes: Array(bytes.dropFirst(header.count)))
  }

  /// The mean difference of a thumbnail from ImageMagick's result; ImageMagick decodes both.
  func difference(_ thumbnail: [UInt8], from name: String, _ size: (Int, Int)) throws -> Double {
    try write(thumbnail, as: "made.jpg")
    let facts = String(decoding: try run("identify -format %wx%h made.jpg"), as: UTF8.self)
    try #require(facts == "\(size.0)x\(size.1)", "\(facts)")
    let (ours, theirs) = (try seen("made.jpg", size), try seen(name, size))
    let sum = zip(ours.bytes, theirs.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(ours.bytes.count)
  }
}

/// A picture in which every place looks different: a colour gradient, and a mark in the upper left corner.
func landscape(width: Int = 320, height: Int = 200) -> Picture {
  var bytes: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let isMark = x < width / 4 && y < height / 4
      bytes.append(isMark ? 230 : UInt8(x * 200 / width))
      bytes.append(isMark ? 60 : UInt8(40 + y * 180 / height))
      bytes.append(isMark ? 50 : UInt8(120 - y * 60 / height))
    }
  }
  return Picture(width: width, height: height, samples: .rgb, bytes: bytes)
}
