import Foundation
import Testing

@testable import PhotoMetadata

/// Which files of a directory belong to a photo.
@Suite struct CompanionNameTests {
  private func companions(of photo: String, among names: [String]) -> [String] {
    let finder = CompanionFinder(names.map { Array($0.utf8) })
    return finder.companions(of: Array(photo.utf8)).map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test(arguments: [
    ("a.jpg", ["a.jpg.xmp"], ["a.jpg.xmp"]),  // darktable, digiKam
    ("a.NEF", ["a.xmp"], ["a.xmp"]),  // Lightroom
    ("a.jpg", ["a.xmp", "a.jpg.xmp"], ["a.jpg.xmp", "a.xmp"]),
    ("IMG_1.JPG", ["img_1.XMP"], ["img_1.XMP"]),
    ("a.jpg", ["a.JPG.xmp", "a.jpg.xmp"], ["a.jpg.xmp"]),
    ("a.jpg", ["b.xmp", "aa.xmp", "a.png.xmp", "._a.xmp", "a.xmp.bak"], []),
    ("2020.01.02.jpg", ["2020.01.02.xmp"], ["2020.01.02.xmp"]),
    ("MVI_1.AVI", ["MVI_1.THM"], ["MVI_1.THM"]),
    ("MVI_1.JPG", ["MVI_1.THM"], []),
  ])
  func sidecarsAreNamedAfterThePhotoOrItsStem(
    photo: String, names: [String], expected: [String]
  ) {
    #expect(companions(of: photo, among: names) == expected)
  }

  @Test(arguments: [
    ("a.jpg", "a.jpg.json"),
    ("a.jpg", "a.json"),
    ("a.jpg", "a.jpg.supplemental-metadata.json"),
    ("a(1).jpg", "a.jpg(1).json"),
    ("a(1).jpg", "a(1).jpg.json"),
    ("a(1).jpg", "a.jpg.supplemental-metadata(1).json"),
    ("a(12).jpg", "a.jpg.supplemental-me(12).json"),
    ("a-edited.jpg", "a.jpg.json"),
    ("a-edited(1).jpg", "a.jpg(1).json"),
    ("a-bearbeitet.jpg", "a.jpg.supplemental-metadata.json"),
    ("a-edited.jpg", "a.HEIC.json"),
    ("IMG_1.MP4", "IMG_1.HEIC.json"),
    ("IMG_1(2).MP4", "IMG_1.HEIC(2).json"),
    ("PXL_2.MP", "PXL_2.MP.jpg.supplemental-metadata.json"),
    ("IMG_1.jpg", "img_1.JPG.json"),
  ])
  func takeoutNamesADocumentAfterThePhoto(photo: String, document: String) {
    #expect(companions(of: photo, among: ["z.jpg.json", document]) == [document])
  }

  /// Google truncates the name of the document, without its extension, at 46 characters.
  @Test(arguments: 1...24)
  func everyTruncationOfTheLongEndingIsFound(length: Int) {
    let stem = String(repeating: "x", count: length)
    let photo = "\(stem)\(length).jpg"
    let document = String("\(photo).supplemental-metadata".prefix(46)) + ".json"
    #expect(companions(of: photo, among: [document]) == [document])
    let numbered = String("\(photo).supplemental-metadata".prefix(46)) + "(1).json"
    #expect(companions(of: "\(stem)\(length)(1).jpg", among: [numbered]) == [numbered])
  }

  /// Long names are truncated before their own extension.
  @Test(arguments: 40...60)
  func aCutNameIsFoundAndKnownOnlyByItsTitle(length: Int) throws {
    let title = String(
      "Screenshot_of_a_very_long_and_winding_name_that_goes_on_and_on".prefix(length))
    let photo = String(title.prefix(47)) + ".jpg"
    let document = String("\(title).jpg.supplemental-metadata".prefix(46)) + ".json"
    let finder = CompanionFinder([Array(document.utf8)])
    let found = try #require(finder.companions(of: Array(photo.utf8)).first)
    #expect(found.name == Array(document.utf8))
    // Up to 46 characters the whole stem is present.
    #expect(found.isKnownByTitle || length <= 46)
  }

  @Test(arguments: [
    ("b.jpg", "a.jpg.json"), ("a.jpg", "a.jpg(1).json"), ("a(2).jpg", "a.jpg(1).json"),
    ("a.jpg", "metadata.json"), ("a.png", "a.jpg.json"), ("edited.jpg", ".jpg.json"),
    ("a.jpg", "a.jpg.sup.txt"),
  ])
  func anotherPhotosDocumentIsNotTaken(photo: String, document: String) {
    #expect(companions(of: photo, among: [document]) == [])
  }

  @Test func manyLongNamesArePairedInBoundedWork() {
    let names = (0..<20_000).map { number in
      String("A_long_name_of_an_album_somebody_once_made_up_\(number).jpg".prefix(46))
        + "(\(number)).json"
    }
    let finder = CompanionFinder(names.map { Array($0.utf8) })
    let seconds = processorSeconds {
      for number in 0..<20_000 {
        let photo = "A_long_name_of_an_album_somebody_once_made_up_x(\(number)).jpg"
        _ = finder.companions(of: Array(photo.utf8))
      }
    }
    // Quadratic time would take minutes; this takes far less than a second.
    #expect(seconds < 30)
  }
}
