import Foundation
import PhotoFacts
import Testing

@testable import Thumbnails

@Suite("A film") struct FilmTests {
  private func film(_ shop: Workshop, _ name: String, cover: Bool) throws {
    try shop.run(
      "ffmpeg -v error -f lavfi -i color=c=gray:s=64x48:d=0.2 -pix_fmt yuv420p film.mp4")
    guard cover else { return try shop.write(shop.read("film.mp4"), as: name) }
    try shop.draw(landscape(width: 320, height: 200))
    try shop.run("convert source.ppm -quality 92 cover.jpg")
    try shop.run(
      "ffmpeg -v error -i film.mp4 -i cover.jpg -map 0 -map 1 -c copy -disposition:v:1 "
        + "attached_pic \(name)")
  }

  @Test("shows the cover that ffmpeg put into it", arguments: ["a.mp4", "a.m4v"])
  func cover(_ name: String) throws {
    let shop = try Workshop()
    try film(shop, name, cover: true)
    // The orientation of the film does not apply to its cover.
    for orientation in [Orientation.upright, .turnedLeft] {
      let made = try shop.thumbnail(
        name, width: 160, orientation: orientation, storedSize: PixelSize(width: 64, height: 48))
      #expect(try shop.difference(made, from: "cover.jpg", (160, 100)) < 4)
    }
  }

  /// A film whose frames are all zeros.
  private func unreadableFilm(_ shop: Workshop) throws {
    try film(shop, "film-with-frames.mp4", cover: false)
    var bytes = try shop.read("film-with-frames.mp4")
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("mdat".utf8)) })
    let end = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("moov".utf8)) })
    for index in (start + 4)..<(end - 4) { bytes[index] = 0 }
    try shop.write(bytes, as: "a.mp4")
  }

  @Test("without a cover or a readable frame shows a plain picture in its own shape")
  func placeholder() throws {
    let shop = try Workshop()
    try unreadableFilm(shop)
    for (stored, orientation, size) in [
      (PixelSize(width: 1_920, height: 1_080), Orientation.upright, (320, 180)),
      (PixelSize(width: 1_920, height: 1_080), .turnedLeft, (180, 320)),
      (PixelSize(width: 64, height: 48), .upright, (64, 48)),
      (PixelSize(width: 0, height: 7), .upright, (320, 180)),
      (PixelSize(width: 60_000, height: 2), .upright, (320, 180)),
    ] {
      let made = try shop.thumbnail(
        "a.mp4", width: 320, orientation: orientation, storedSize: stored)
      let picture = try decode(made)
      #expect(picture.width == size.0)
      #expect(picture.height == size.1)
      let (middle, edge) = (picture.colour(size.0 / 2, size.1 / 2), picture.colour(2, 2))
      #expect(middle.red > 150, "a light sign on dark ground")
      #expect(edge.red < 70, "a light sign on dark ground")
    }
  }

  @Test("without a cover or a readable frame has no picture of its full size")
  func noPicture() throws {
    let shop = try Workshop()
    try unreadableFilm(shop)
    var thumbnailer = Thumbnailer()
    thumbnailer.hasPlaceholders = false
    let path = FilePath(shop.path("a.mp4"))
    let error = #expect(throws: ThumbnailError.self) {
      try thumbnailer.thumbnail(of: path, width: 4_096)
    }
    #expect(error?.code == .damaged)
  }
}
