import Foundation
import PhotoFacts
import Testing

@testable import Thumbnails

@Suite("A film without a cover") struct PosterTests {
  /// A workshop with a picture, from which films are made.
  private func shop() throws -> Workshop {
    let shop = try Workshop()
    try shop.draw(landscape(width: 320, height: 200))
    return shop
  }

  /// A film that shows one picture for two seconds, with a key frame every quarter of a second.
  private func film(_ shop: Workshop, _ name: String, _ options: String) throws {
    try shop.run(
      "ffmpeg -v error -loop 1 -framerate 8 -t 2 -i source.ppm -g 2 \(options) \(name)")
  }

  @Test(
    "shows one of its frames, whatever its format",
    arguments: [
      ("a.mp4", "-c:v libx264 -pix_fmt yuv420p"), ("a.mov", "-c:v libx265 -pix_fmt yuv420p"),
      ("a.webm", "-c:v libvpx-vp9"), ("a.mkv", "-c:v libx264 -pix_fmt yuv444p"),
      ("a.avi", "-c:v mpeg4 -q:v 2"), ("b.avi", "-c:v mjpeg -q:v 2"),
      ("a.3gp", "-c:v mpeg4 -q:v 2"), ("b.mov", "-c:v prores_ks"),
      ("b.mkv", "-c:v libaom-av1 -cpu-used 8 -crf 20"),
      ("b.mp4", "-c:v libx264 -pix_fmt yuv420p -movflags frag_keyframe+empty_moov"),
    ])
  func formats(_ name: String, _ options: String) throws {
    let shop = try shop()
    try film(shop, name, options)
    let made = try shop.thumbnail(name, width: 160)
    #expect(try shop.difference(made, from: "source.ppm", (160, 100)) < 7)
  }

  @Test("has its colours, whichever range and matrix they are stored in")
  func colours() throws {
    let shop = try shop()
    for (name, filter) in [
      ("limited.mp4", "scale=out_range=tv:out_color_matrix=bt601 -colorspace smpte170m"),
      (
        "full.mp4",
        "scale=out_range=pc:out_color_matrix=bt601 -colorspace smpte170m -color_range pc"
      ),
      ("hd.mp4", "scale=out_range=tv:out_color_matrix=bt709 -colorspace bt709"),
    ] {
      try film(shop, name, "-vf \(filter) -c:v libx264 -crf 10 -pix_fmt yuv444p")
      let made = try shop.thumbnail(name, width: 320)
      #expect(try shop.difference(made, from: "source.ppm", (320, 200)) < 4, "\(name)")
    }
  }

  @Test("has the orientation of the index, and its pixels need not be square")
  func shape() throws {
    let shop = try shop()
    try film(shop, "a.mp4", "-vf scale=100:200,setsar=16/5 -c:v libx264 -pix_fmt yuv444p")
    let upright = try shop.thumbnail("a.mp4", width: 160)
    #expect(try shop.difference(upright, from: "source.ppm", (160, 100)) < 7)
    try shop.run("convert source.ppm -rotate 90 turned.ppm")
    let turned = try shop.thumbnail("a.mp4", width: 160, orientation: .turnedLeft)
    #expect(try shop.difference(turned, from: "turned.ppm", (100, 160)) < 7)
  }

  @Test("with a dark start shows a brighter frame")
  func darkness() throws {
    let shop = try shop()
    let dark = "drawbox=c=black:t=fill:enable=lt(t\\,1.2)"
    try film(shop, "a.mp4", "-vf \(dark) -c:v libx264 -pix_fmt yuv420p")
    let made = try shop.thumbnail("a.mp4", width: 160)
    #expect(try shop.difference(made, from: "source.ppm", (160, 100)) < 7)
    // The only key frame is dark.
    try film(shop, "c.mp4", "-vf \(dark) -c:v libx264 -pix_fmt yuv420p -g 99 -sc_threshold 0")
    let later = try shop.thumbnail("c.mp4", width: 160)
    #expect(try shop.difference(later, from: "source.ppm", (160, 100)) < 7)
    // If all frames are dark, the thumbnail is dark too.
    try film(shop, "b.mp4", "-vf drawbox=c=black:t=fill -c:v libx264 -pix_fmt yuv420p")
    #expect(try decode(shop.thumbnail("b.mp4", width: 160)).colour(80, 50).red < 10)
  }

  @Test(
    "in HDR is mapped to the range of a screen",
    arguments: [("smpte2084", 148), ("arib-std-b67", 191)])
  func light(_ transfer: String, _ paper: Int) throws {
    let shop = try Workshop()
    // Paper white as ITU-R BT.2408 has it: 58 % of PQ's codes, 75 % of HLG's.
    try shop.run(
      "ffmpeg -v error -f lavfi -i color=0x\(String(repeating: String(paper, radix: 16), count: 3)):"
        + "s=64x48:d=1,format=gbrp,scale=out_range=tv:out_color_matrix=bt2020,format=yuv420p10le -c:v libx265 "
        + "-colorspace bt2020nc -color_primaries bt2020 -color_trc \(transfer) a.mov")
    let colour = try decode(shop.thumbnail("a.mov", width: 64)).colour(32, 24)
    #expect(colour.isClose(to: Colour(red: 212, green: 212, blue: 212), within: 8), "\(colour)")
  }

  @Test("of four gigabytes is not read as a whole")
  func large() throws {
    let shop = try shop()
    try film(shop, "a.mp4", "-c:v libx264 -pix_fmt yuv420p")
    var film = try shop.read("a.mp4")
    let index = try #require(film.firstIndex(of: Array("moov".utf8))) - 4
    // A box of four gigabytes that is not on the disk, before the list of frames at the end.
    let tail = film[index...]
    film.removeSubrange(index...)
    let length: UInt64 = 4 << 30
    film +=
      [0, 0, 0, 1] + Array("free".utf8)
      + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    try shop.write(film, as: "large.mp4")
    let file = try FileHandle(forWritingTo: shop.folder.appendingPathComponent("large.mp4"))
    try file.seek(toOffset: UInt64(index) + length)
    try file.write(contentsOf: Data(tail))
    try file.close()
    let made = try shop.thumbnail("large.mp4", width: 160)
    #expect(try shop.difference(made, from: "source.ppm", (160, 100)) < 7)
  }

  @Test("has a picture of its full size")
  func whole() throws {
    let shop = try shop()
    try film(shop, "a.mp4", "-c:v libx264 -pix_fmt yuv420p")
    var thumbnailer = Thumbnailer()
    thumbnailer.hasPlaceholders = false
    let made = try thumbnailer.thumbnail(of: FilePath(shop.path("a.mp4")), width: 4_096)
    #expect(try decode(made).width == 320)
  }
}

extension [UInt8] {
  /// Where a run of bytes begins.
  fileprivate func firstIndex(of run: [UInt8]) -> Int? {
    indices.first { self[$0...].starts(with: run) }
  }
}
