import Foundation
import HTTPServer
import PhotoFacts
import Grid
import PhotoIndex
import PhotoScanner
import Sharing
import TestSupport
import Testing

@testable import MapService

/// The file of a photo tells guests none of its positions that lies in a zone, wherever the photo is shown.
@Suite struct KnownPositionTests {
  private static let outside = "59.9,20.5"

  /// A library whose photos a test changes; Paris is a hidden zone.
  private struct Home {
    let service: Service
    let door: GuestDoor

    init(coarse: String? = nil, _ change: (Library) throws -> Void) throws {
      service = try Service(["2023-paris/eiffel-tower.jpg", "2021-egypt/pyramids.jpg"])
      try change(service.library)
      _ = try PhotoScanner(index: service.index).scan([FilePath(service.library.root)])
      door = try GuestDoor(service.index, [:])
      let zone = try PrivacyZone(
        name: "home", circle: "48.8584,2.2945,3000", box: nil, coarse: coarse)
      #expect(try ZoneRegister(index: FilePath(service.library.database)).add(zone))
    }

    func id(_ name: String) throws -> Int64 {
      let path = FilePath(service.library.file(name))
      return try #require(try service.index.read { try $0.photoID(at: path) })
    }

    func place(_ name: String) throws {
      let order =
        "{\"placements\":[{\"photo\":\(try id(name)),\"longitude\":20.5,\"latitude\":59.9}]}"
      let answer = try service.post(
        "/placements", Array(order.utf8), ["Content-Type": "application/json"])
      #expect(answer.status == 201, "\(answer.text)")
    }

    /// Expects that guests see the photo outside of the zone, and no position in its files.
    func expectPictureAlone(_ name: String) throws {
      let id = try id(name)
      let shown = try door.ask("/collections/photos/items/\(id)")
      #expect(shown.status == 200)
      for target in ["/photos/\(id)/original", "/photos/\(id)/original?as=jpeg"] {
        let answer = try door.ask(target)
        #expect(answer.status == 200, "\(target)")
        #expect(!answer.text.contains("Exif"), "\(target)")
        #expect(!answer.text.contains("GPSLatitude"), "\(target)")
        #expect(try door.ask(target, ["Range": "bytes=0-"]).text.contains("Exif") == false)
        let owners = try door.askAsOwner("/photos/\(id)/original")
        #expect(owners.bytes == Array(try Data(contentsOf: file(name))))
      }
      let archive = try Unpacked(door.ask("/collections/photos/zip?ids=\(id)"))
      #expect(archive.files.count == 1)
      #expect(try archive.positions().isEmpty)
    }

    private func file(_ name: String) -> URL {
      URL(fileURLWithPath: service.library.file(name))
    }

    /// Expects that guests get the file itself.
    func expectFile(_ name: String) throws {
      let answer = try door.ask("/photos/\(try id(name))/original")
      #expect(answer.bytes == Array(try Data(contentsOf: file(name))))
    }
  }

  private static let tower = "2023-paris/eiffel-tower.jpg"
  private static let pyramids = "2021-egypt/pyramids.jpg"

  private static func exiftool(_ library: Library, _ name: String, _ tags: String...) throws {
    let outcome = try Program.run(
      "exiftool", ["-q", "-overwrite_original"] + tags + [library.file(name)])
    try #require(outcome.code == 0, "\(outcome.output)")
  }

  private static func writeSidecar(_ library: Library, _ name: String, _ place: (String, String))
    throws
  {
    try library.write(
      name + ".xmp",
      Data(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="\(place.0)" \
        exif:GPSLongitude="\(place.1)"/></rdf:RDF></x:xmpmeta>
        """.utf8))
  }

  @Test(arguments: [nil, "5000"])
  func ofAPhotoPlacedByHandOutOfAZone(coarse: String?) throws {
    let home = try Home(coarse: coarse) { _ in }
    try home.place(Self.tower)
    try home.expectPictureAlone(Self.tower)
    try home.expectFile(Self.pyramids)
  }

  @Test func ofAPhotoThatASidecarMovesOutOfAZone() throws {
    let home = try Home { try Self.writeSidecar($0, Self.tower, ("59,54N", "20,30E")) }
    try home.expectPictureAlone(Self.tower)
    try home.expectFile(Self.pyramids)
  }

  @Test func ofAPhotoWhoseOtherMetadataLieInAZone() throws {
    let home = try Home {
      try Self.exiftool(
        $0, Self.tower, "-XMP-exif:GPSLatitude=48.8584", "-XMP-exif:GPSLongitude=2.2945",
        "-GPS:GPSLatitude=59.9", "-GPS:GPSLongitude=20.5")
    }
    try home.expectPictureAlone(Self.tower)
  }

  @Test func ofAPhotoThatASidecarInAZoneHadBeforeItWasPlaced() throws {
    let home = try Home {
      try Self.exiftool($0, Self.pyramids, "-gps:all=")
      try Self.writeSidecar($0, Self.pyramids, ("48,51.504N", "2,17.67E"))
    }
    try home.place(Self.pyramids)
    try home.expectPictureAlone(Self.pyramids)
    // The act still has the position when the sidecar is gone.
    try home.service.library.remove(Self.pyramids + ".xmp")
    _ = try PhotoScanner(index: home.service.index).scan([FilePath(home.service.library.root)])
    try home.expectPictureAlone(Self.pyramids)
  }

  @Test func ofAPhotoWithMetadataThatCannotBeRead() throws {
    let home = try Home { library in
      let name = library.file(Self.pyramids)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: name))
      let packet = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><exif:GPSLatitude".utf8)
      let length = packet.count + 2
      bytes.insert(
        contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + packet, at: 2)
      try bytes.write(to: URL(fileURLWithPath: name))
    }
    try home.expectPictureAlone(Self.pyramids)
  }
}
