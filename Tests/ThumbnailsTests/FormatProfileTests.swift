import Foundation
import PhotoFacts
import PhotoMetadata
import Testing

@testable import Thumbnails

@Suite("The colour profile of a photo of any format") struct FormatProfileTests {
  private func shop() throws -> Workshop {
    let shop = try Workshop()
    try shop.draw(landscape())
    try shop.write(try #require(ICCProfile.of(primaries: 12, transfer: 13)).bytes, as: "p3.icc")
    try shop.run("convert source.ppm -strip a.png")
    try shop.run("exiftool -q -overwrite_original -icc_profile<=p3.icc a.png")
    return shop
  }

  @Test(
    "is in its thumbnail, byte for byte",
    arguments: [
      Recipe("a.png"),
      Recipe(
        "a.tif", "convert source.ppm a.tif",
        "exiftool -q -overwrite_original -icc_profile<=p3.icc a.tif"),
      Recipe("a.webp", "cwebp -quiet -metadata icc a.png -o a.webp"),
      Recipe("a.avif", "avifenc -s 8 a.png a.avif"), Recipe("a.heic", "heif-enc a.png -o a.heic"),
    ])
  func isKept(_ recipe: Recipe) throws {
    let shop = try shop()
    for command in recipe.commands { try shop.run(command) }
    let made = try shop.thumbnail(recipe.name, width: 160)
    #expect(ICCProfile.find(in: made)?.bytes == (try shop.read("p3.icc")))
  }

  @Test(
    "is generated if the file only names its primaries, and exiftool agrees",
    arguments: [(12, "0.5151 0.2412 -0.0011"), (9, "0.6735 0.2790 -0.0019")])
  func named(_ primaries: Int, _ red: String) throws {
    let shop = try shop()
    try shop.run("avifenc -s 8 --ignore-icc --cicp \(primaries)/13/1 a.png a.avif")
    try shop.write(try shop.thumbnail("a.avif", width: 160), as: "made.jpg")
    let column = String(
      decoding: try shop.run("exiftool -s3 -RedMatrixColumn made.jpg"), as: UTF8.self)
    let found = column.split(separator: " ").compactMap { Double($0.filter { $0 != "\n" }) }
    let wanted = red.split(separator: " ").compactMap { Double($0) }
    try #require(found.count == 3)
    for (one, other) in zip(found, wanted) { #expect(abs(one - other) < 0.0005) }
    #expect(try shop.run("identify -format %[profile:icc] made.jpg").isEmpty == false)
  }

  @Test("is omitted if it is another form of sRGB")
  func plain() throws {
    let shop = try shop()
    try shop.run("avifenc -s 8 --ignore-icc --cicp 1/13/1 a.png a.avif")
    #expect(ICCProfile.find(in: try shop.thumbnail("a.avif", width: 160)) == nil)
    try shop.run("cjxl source.ppm b.jxl")
    #expect(ICCProfile.find(in: try shop.thumbnail("b.jxl", width: 160)) == nil)
  }

  @Test("of JPEG XL is Display P3 in its thumbnail too")
  func jpegXL() throws {
    let shop = try shop()
    try shop.run("cjxl a.png a.jxl -d 0")
    try shop.write(try shop.thumbnail("a.jxl", width: 160), as: "made.jpg")
    let column = String(
      decoding: try shop.run("exiftool -s3 -RedMatrixColumn made.jpg"), as: UTF8.self)
    #expect(column.hasPrefix("0.515"))
  }
}
