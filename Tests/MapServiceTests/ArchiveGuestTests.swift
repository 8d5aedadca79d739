import Foundation
import Grid
import HTTPServer
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Sharing
import Synchronization
import TestSupport
import Testing

@testable import MapService

/// An archive tells neither more than its visitor may know nor a position that was not wanted.
@Suite struct ArchiveGuestTests {
  private static let target = "/collections/photos/zip"

  @Test func filesWithoutPositionsHaveTheirPicturesAndNoMetadata() throws {
    let service = try Service.shared()
    let whole = try Unpacked(service.get(Self.target))
    #expect(try whole.positions().contains("GPSLatitude"))
    let clean = try Unpacked(service.get(Self.target + "?positions=no"))
    #expect(Set(clean.files.keys) == Set(whole.files.keys))
    #expect(clean.times == whole.times)
    #expect(try clean.positions().isEmpty)
    let name = "odd-cases/rotated-6.jpg"
    let pixels = try [whole, clean].map {
      try Program.run(
        "identify", ["-format", "%# %[orientation]", $0.folder.file("files/" + name)]
      )
      .output
    }
    #expect(!pixels[0].isEmpty)
    #expect(pixels[0] == pixels[1])
  }

  @Test func picturesWhosePositionCannotBeRemovedBecomeJPEGs() throws {
    let library = try ArchivedLibrary(filters: ["precision": "5000"])
    let converted = try Program.run(
      "exiftool",
      [
        "-q", "-o", library.files.file("c.tif"), "-TagsFromFile", library.files.file("a.jpg"),
        "-GPS:all", try Self.tiff(library),
      ])
    #expect(converted.code == 0, "\(converted.messages)")
    _ = try PhotoScanner(index: library.index).scan([FilePath(library.files.root)])
    #expect(try Unpacked(library.archive()).files["c.tif"] != nil)
    let id = try library.id("c.tif")
    let answer = try library.archive("?positions=no")
    #expect(answer.headers["ETag"] == nil)
    let archive = try Unpacked(answer)
    #expect(archive.files.keys.sorted() == ["a.jpg", "c.jpg", "converted.txt", "trip/b.jpg"])
    #expect(archive.text("converted.txt").contains("\nc.jpg: made of c.tif\n"))
    #expect(archive.text("converted.txt").contains("4096 pixels"))
    #expect(try archive.positions().isEmpty)
    let whole = try library.door.askAsOwner("/photos/\(id)/original?as=jpeg")
    #expect(archive.files["c.jpg"].map { Array($0) } == whole.bytes)
    // A guest that sees coarse positions gets such a picture if it asks for it.
    let plain = try Unpacked(library.door.ask(Self.target))
    #expect(plain.text("left-out.txt").contains("\nc.tif: The position cannot be removed"))
    #expect(plain.text("left-out.txt").contains("positions=no"))
    #expect(try plain.positions().isEmpty)
    let asked = try Unpacked(library.door.ask(Self.target + "?positions=no"))
    #expect(asked.files.keys.sorted() == ["a.jpg", "b.jpg", "c.jpg", "converted.txt"])
    #expect(try asked.positions().isEmpty)
  }

  @Test func picturesOfAllFormatsTellNothingButTheirColours() throws {
    let library = try ArchivedLibrary(filters: ["precision": "5000", "no-names": "yes"])
    let names = try TaggedPhoto.makeInAllFormats(in: library.files.root)
    _ = try PhotoScanner(index: library.index).scan([FilePath(library.files.root)])
    let folder = try TemporaryDirectory()
    for (query, count) in [
      ("", 1), ("?positions=no", names.count - 1), ("?form=preview", names.count),
    ] {
      let archive = try Unpacked(library.door.ask(Self.target + query))
      let pictures = archive.files.filter { !$0.key.hasSuffix(".txt") }
      #expect(pictures.count == 2 + count, "\(query) \(archive.files.keys.sorted())")
      for (name, content) in archive.files {
        #expect(!name.contains("Geheim"))
        let found = try TaggedPhoto.findings(in: Array(content), folder)
        #expect(found.filter { !Self.isUpright($0) } == [], "\(query) \(name)")
      }
    }
    for id in try names.map(library.id) {
      for query in ["", "?as=jpeg"] {
        let answer = try library.door.ask("/photos/\(id)/original" + query)
        guard answer.status == 200 else { continue }
        let found = try TaggedPhoto.findings(in: answer.bytes, folder)
        #expect(found.filter { !Self.isUpright($0) } == [], "\(id) \(query)")
      }
    }
  }

  /// Whether a line of exiftool is about the side of a JPEG that is up.
  private static func isUpright(_ line: String) -> Bool {
    line.contains("Orientation") || line.contains("ExifByteOrder")
  }

  @Test func onlyPicturesOfOtherFormatsMakeAnArchiveOfUnknownLength() throws {
    let library = try ArchivedLibrary()
    #expect(try library.archive("?positions=no").headers["ETag"] != nil)
  }

  private static func tiff(_ library: ArchivedLibrary) throws -> String {
    let path = library.files.file("../plain.tif")
    #expect(try Program.run("convert", [library.files.file("a.jpg"), path]).code == 0)
    return path
  }

  @Test func dataBehindAPictureIsReplacedByFillBytes() throws {
    let library = try ArchivedLibrary(padding: 2_000_000)
    let size = try Data(contentsOf: URL(fileURLWithPath: library.files.file("a.jpg"))).count
    let archive = try Unpacked(library.archive("?positions=no"))
    #expect(archive.files["a.jpg"]?.count == size)
    #expect(try archive.positions().isEmpty)
    let whole = try Unpacked(library.archive())
    #expect(whole.files["a.jpg"]?.count == size)
  }

  @Test(arguments: [
    ([:], ["a.jpg", "b.jpg"]), (["paths": "yes"], ["a.jpg", "trip/b.jpg"]),
    (["no-names": "yes"], ["{a}.jpg", "{b}.jpg"]), (["path": "trip/*"], ["b.jpg"]),
  ])
  func namesAreThoseThatTheGuestKnows(filters: [String: String], names: [String]) throws {
    let library = try ArchivedLibrary(filters: filters)
    let archive = try Unpacked(library.door.ask(Self.target))
    let ids = try (library.id("a.jpg"), library.id("trip/b.jpg"))
    let expected = names.map {
      $0.replacing("{a}", with: "\(ids.0)").replacing("{b}", with: "\(ids.1)")
    }
    #expect(Set(archive.files.keys) == Set(expected))
    #expect(try archive.positions().contains("GPSLatitude"))
    #expect(
      try library.door.ask(Self.target + "?ids=\(ids.0)").status == (names.count > 1 ? 200 : 404))
  }

  @Test(arguments: [["precision": "5000"], ["no-words": "yes"]])
  func guestsGetThePicturesThatTheyGetElsewhere(filters: [String: String]) throws {
    let library = try ArchivedLibrary(filters: filters)
    let archive = try Unpacked(library.door.ask(Self.target))
    #expect(archive.files.count == 2)
    #expect(try archive.positions().isEmpty)
    for (path, name) in [("a.jpg", "a.jpg"), ("trip/b.jpg", "b.jpg")] {
      let alone = try library.door.ask("/photos/\(library.id(path))/original").bytes
      let packed = try #require(archive.files[name])
      // Both end with the marker of the end; fill bytes precede that in the archive.
      let isSame = packed.starts(with: alone.dropLast(2))
      #expect(isSame)
      #expect(packed.dropFirst(alone.count - 2).dropLast().allSatisfy { $0 == 0xFF })
    }
  }

  @Test func photosInAZoneAreNotInTheArchive() throws {
    let library = try ArchivedLibrary()
    let before = try library.door.ask(Self.target).headers["ETag"]
    let zone = try PrivacyZone(name: "home", circle: "48.8584,2.2945,3000", box: nil, coarse: nil)
    #expect(try ZoneRegister(index: library.index.path).add(zone))
    let answer = try library.door.ask(Self.target)
    #expect(answer.headers["ETag"] != before)
    #expect(try Unpacked(answer).files.keys.sorted() == ["b.jpg"])
    #expect(try library.door.ask(Self.target + "?ids=\(library.id("a.jpg"))").status == 404)
    #expect(try Unpacked(library.archive()).files.count == 2)
  }

  @Test func whetherAPhotoTellsAHiddenPositionIsFoundOutWhenItIsSent() throws {
    let library = try ArchivedLibrary()
    let path = library.files.file("a.jpg")
    let written = try Program.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-n", "-XMP-exif:GPSLatitude=48.8584",
        "-XMP-exif:GPSLongitude=2.2945", "-GPS:GPSLatitude=59.9", "-GPS:GPSLongitude=20.5",
        "-GPS:GPSLatitudeRef=N", "-GPS:GPSLongitudeRef=E", "-Orientation=6", path,
      ])
    #expect(written.code == 0, "\(written.messages)")
    _ = try PhotoScanner(index: library.index).scan([FilePath(library.files.root)])
    let zone = try PrivacyZone(name: "home", circle: "48.8584,2.2945,3000", box: nil, coarse: nil)
    #expect(try ZoneRegister(index: library.index.path).add(zone))
    let whole = try library.door.ask(Self.target)
    let archive = try Unpacked(whole)
    #expect(archive.files.keys.sorted() == ["a.jpg", "b.jpg"])
    // It has the length of the file, which was announced, and its orientation.
    #expect(
      archive.files["a.jpg"]?.count == (try Data(contentsOf: URL(fileURLWithPath: path))).count)
    let name = archive.folder.file("files/a.jpg")
    #expect(try Program.run("identify", ["-format", "%[orientation]", name]).output == "RightTop")
    let told = try Program.run("exiftool", ["-n", "-GPSLatitude", name])
    #expect(told.output.isEmpty)
    #expect(try archive.positions().contains("GPSLatitude"))
    // A part of it is the same.
    for start in stride(from: 0, to: whole.bytes.count, by: 40_001) {
      let end = min(start + 40_001, whole.bytes.count)
      let part = try library.door.ask(Self.target, ["Range": "bytes=\(start)-\(end - 1)"])
      #expect(part.bytes == Array(whole.bytes[start..<end]))
    }
    // What a sidecar says decides, too, before a scan has seen it.
    let tag = whole.headers["ETag"]
    #expect(try library.door.ask(Self.target).headers["ETag"] == tag)
    try library.files.write("a.jpg.xmp", Data("<x/>".utf8))
    #expect(try library.door.ask(Self.target).headers["ETag"] != tag)
  }

  @Test func theFolderOfManyPhotosIsListedOnce() throws {
    let library = try ArchivedLibrary()
    let (first, second) = (library.files.file("a.jpg"), library.files.file("c.jpg"))
    for path in [first, second] {
      try Data("<x/>".utf8).write(to: URL(fileURLWithPath: path + ".xmp"))
    }
    let folders = ListedFolders()
    #expect(folders.companions(of: FilePath(first)).count == 1)
    try FileManager.default.removeItem(atPath: second + ".xmp")
    #expect(folders.companions(of: FilePath(second)).count == 1)
    #expect(ListedFolders().companions(of: FilePath(second)).isEmpty)
  }

  @Test func anArchiveEndsWhenItsLinkIsRevoked() throws {
    for query in ["", "?form=preview"] {
      let library = try ArchivedLibrary(padding: 3_000_000)
      let response = try library.door.begin(Self.target + query)
      guard case .stream(let stream) = response.body else { throw Nothing() }
      guard case .bytes = try stream.piece() else { throw Nothing() }
      #expect(try ShareRegister(index: library.index.path).revoke("guest"))
      #expect(throws: (any Error).self) { try stream.piece() }
      #expect(try library.door.ask(Self.target).status == 401)
    }
  }

  private struct Nothing: Error {}

  @Test func photosOfOtherMachinesAreListed() throws {
    let machines = try TwoMachines()
    let archive = try Unpacked(machines.far.askAsOwner(Self.target))
    #expect(archive.files.keys.sorted() == ["left-out.txt"])
    #expect(archive.text("left-out.txt").contains("on the machine one"))
    let guests = try Unpacked(machines.far.ask(Self.target))
    #expect(guests.text("left-out.txt").contains("on another machine"))
    #expect(machines.calls.withLock { $0.isEmpty })
  }
}
