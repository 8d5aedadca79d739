import Foundation
import HTTPServer
import MapService
import Grid
import PhotoIndex
import Sharing
import Synchronization
import TestSupport
import Testing

/// Pictures that a server fetches from the server of the machine that has the files.
@Suite struct DistantPictureTests {
  private func original(_ machines: TwoMachines, _ name: String = "a.jpg") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: machines.library.file(name))))
  }

  @Test func anOriginalIsTheFileByteForByteAlsoInRanges() throws {
    let machines = try TwoMachines()
    let file = try original(machines)
    let whole = try machines.far.askAsOwner("/photos/1/original")
    #expect(whole.status == 200)
    #expect(whole.bytes == file)
    #expect(whole.headers["Accept-Ranges"] == "bytes")
    #expect(whole.headers["Content-Type"] == "image/jpeg")
    for (field, range) in [
      ("bytes=0-0", 0..<1), ("bytes=100-199", 100..<200), ("bytes=-7", file.count - 7..<file.count),
      ("bytes=5-", 5..<file.count),
    ] {
      let part = try machines.far.askAsOwner("/photos/1/original", ["Range": field])
      #expect(part.status == 206)
      #expect(part.bytes == Array(file[range]))
      #expect(
        part.headers["Content-Range"]
          == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)")
    }
    let beyond = try machines.far.askAsOwner(
      "/photos/1/original", ["Range": "bytes=\(file.count)-"])
    #expect(beyond.status == 416)
    let tag = try #require(whole.headers["ETag"])
    let again = try machines.far.askAsOwner("/photos/1/original", ["If-None-Match": tag])
    #expect(again.status == 304)
    let resumed = try machines.far.askAsOwner(
      "/photos/1/original", ["Range": "bytes=9-", "If-Range": tag])
    #expect(resumed.status == 206)
  }

  @Test func aLongFileIsFetchedInPieces() throws {
    let machines = try TwoMachines(padding: 5 << 20)
    let bytes = try original(machines)
    let response = try machines.far.begin("/photos/1/original")
    guard case .stream(let stream) = response.body else { throw NotAStream() }
    #expect(stream.count == bytes.count)
    var got: [UInt8] = []
    // Another thread fetches the pieces.
    let isComplete = try eventually {
      while true {
        switch try stream.next() {
        case .bytes(let piece): got += piece
        case .wait: return false
        case .end: return true
        }
      }
    }
    #expect(isComplete)
    #expect(got == bytes)
    let most = machines.calls.withLock { calls in calls.compactMap { $0.range?.count }.max() }
    #expect(most == 1 << 20)
  }

  @Test func thumbnailsAreCachedAndOutliveTheMachine() throws {
    let machines = try TwoMachines(cached: true)
    let fresh = try machines.far.askAsOwner("/photos/1/thumbnail?width=160")
    #expect(fresh.status == 200)
    #expect(fresh.bytes.starts(with: [0xFF, 0xD8]))
    machines.instead.withLock { $0 = { _ in throw TwoMachines.Unused() } }
    let cached = try machines.far.askAsOwner("/photos/1/thumbnail?width=160")
    #expect(cached.bytes == fresh.bytes)
    let other = try machines.far.askAsOwner("/photos/1/thumbnail?width=320")
    #expect(other.status == 503)
  }

  @Test func aMachineThatIsDownIsNamedToTheOwnerOnlyAndNotAskedAgainAtOnce() throws {
    let machines = try TwoMachines()
    machines.instead.withLock { $0 = { _ in throw TwoMachines.Unused() } }
    let down = try machines.far.askAsOwner("/photos/1/original")
    #expect(down.status == 503)
    #expect(down.text.contains("the machine one"))
    #expect(down.headers["Retry-After"] != nil)
    let empty = try machines.far.askAsOwner("/photos/1/thumbnail?missing=empty")
    #expect(empty.status == 204)
    #expect(empty.headers["GeoIndex-Machine"] == "one")
    #expect(machines.calls.withLock { $0.count } == 1)
    let guest = try machines.far.ask("/photos/1/original")
    #expect(guest.status == 503)
    #expect(!guest.text.contains("machine one"))
    #expect(
      try machines.far.ask("/photos/1/thumbnail?missing=empty").headers["GeoIndex-Machine"] == nil)
    #expect(try machines.far.askAsOwner("/collections/photos/items").status == 200)
  }

  @Test func aMachineThatHasAnnouncedNoServerIsNamed() throws {
    let machines = try TwoMachines()
    machines.farMachines.update(addresses: [:], key: TwoMachines.key)
    let answer = try machines.far.askAsOwner("/photos/1/original")
    #expect(answer.status == 404)
    #expect(answer.text.contains("--announce"))
  }

  @Test func guestsGetOnlyWhatTheZonesOfTheAnsweringServerAllow() throws {
    let machines = try TwoMachines()
    let index = machines.farIndex.path
    let hidden = try PrivacyZone(name: "all", circle: nil, box: "-180,-90,180,90", coarse: nil)
    #expect(try machines.far.ask("/photos/1/thumbnail").status == 200)
    machines.calls.withLock { $0 = [] }
    #expect(try ZoneRegister(index: index).add(hidden))
    #expect(try machines.far.ask("/photos/1/thumbnail").status == 404)
    #expect(try machines.far.ask("/photos/1/original").status == 404)
    #expect(machines.calls.withLock { $0.isEmpty })
    #expect(try machines.far.askAsOwner("/photos/1/original").status == 200)
  }

  @Test(arguments: ["", "?as=jpeg"])
  func aGuestWhoSeesACoarsePositionGetsThePictureWithoutItsMetadata(query: String) throws {
    let machines = try TwoMachines()
    let coarse = try PrivacyZone(name: "all", circle: nil, box: "-180,-90,180,90", coarse: "10000")
    #expect(try ZoneRegister(index: machines.farIndex.path).add(coarse))
    let answer = try machines.far.ask("/photos/1/original\(query)")
    #expect(answer.status == 200)
    #expect(!answer.bytes.isEmpty)
    let file = try original(machines)
    #expect(contains("GPS", answer.bytes) == false)
    #expect(contains("Exif\0\0", file))
    #expect(answer.bytes.count < file.count)
    let folder = try TemporaryDirectory()
    try Data(answer.bytes).write(to: URL(fileURLWithPath: folder.file("a.jpg")))
    let read = try Program.run("exiftool", ["-G", "-gps:all", "-xmp:all", folder.file("a.jpg")])
    #expect(read.output.isEmpty)
  }

  private func contains(_ text: String, _ bytes: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(text.utf8)) != nil
  }

  @Test func aFileThatHasChangedOnItsMachineIsNotSentBeforeItsNextScan() throws {
    let machines = try TwoMachines()
    try machines.library.add("a.jpg", as: "2024-japan/mount-fuji.jpg")
    #expect(try machines.far.askAsOwner("/photos/1/original").status == 404)
    #expect(try machines.far.askAsOwner("/photos/1/thumbnail").status == 404)
  }

  @Test func anIdThatMeansAnotherPhotoThereGivesNothing() throws {
    let machines = try TwoMachines([
      "a.jpg": "2023-paris/eiffel-tower.jpg", "b.jpg": "2024-japan/mount-fuji.jpg",
    ])
    machines.instead.withLock { instead in
      instead = { [weak machines] call in
        var call = call
        call.target = call.target.replacingOccurrences(of: "/1/", with: "/2/")
        return try #require(machines).reply(to: call)
      }
    }
    // Neither the signature nor the version of the file is that of the other photo.
    #expect(try machines.far.askAsOwner("/photos/1/original").status == 503)
  }
}

private struct NotAStream: Error {}
