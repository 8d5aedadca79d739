import Foundation
import PhotoFacts
import Thumbnails

/// Makes a thumbnail of every photo in a folder one by one, as `vipsthumbnail` does; the whole process is measured.
@main
enum ThumbnailBench {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("ThumbnailBench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    guard arguments.count == 3, let width = Int(arguments[2]) else {
      FileHandle.standardError.write(
        Data("usage: ThumbnailBench <photos> <thumbnails> <width>\n".utf8))
      exit(2)
    }
    let (photos, thumbnails) = (arguments[0], arguments[1])
    let thumbnailer = Thumbnailer()
    for name in try FileManager.default.contentsOfDirectory(atPath: photos).sorted() {
      let picture = try thumbnailer.thumbnail(of: FilePath("\(photos)/\(name)"), width: width)
      try Data(picture).write(to: URL(fileURLWithPath: "\(thumbnails)/\(name)"))
    }
  }
}
