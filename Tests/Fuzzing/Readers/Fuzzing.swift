import BaseMaps
import CFuzzer
import Files
import Geography
import Glibc
import PhotoFacts
import Tracks

@testable import HTTPServer
@testable import PhotoMetadata
@testable import Thumbnails

/// Runs a parser on an input of libFuzzer.
///
/// A trap is a finding, and so is an input that takes too much time or memory.
@main
enum Fuzzing {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      unsafe CommandLine.unsafeArgv
    exit(
      unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        Fuzzing.tryInput(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
      })
  }

  private static func tryInput(_ bytes: [UInt8]) {
    switch room {
    case "sidecar": readSidecar(bytes)
    case "takeout": readTakeout(bytes)
    case "picasa": readPicasa(bytes)
    case "names": pairNames(bytes)
    case "picture": decodePicture(bytes)
    case "preview": findPreviews(bytes)
    case "multipart": findParts(bytes)
    case "track": readTrack(bytes)
    case "film": readFilm(bytes)
    case "basemap": readBaseMap(bytes)
    default: readPhoto(bytes)
    }
  }
}

/// The parser under test.
private let room = unsafe getenv("GEOINDEX_FUZZ_ROOM").map { unsafe String(cString: $0) } ?? "photo"

/// An unnamed file that is rewritten for each input.
private let scratch: CInt = {
  guard let file = unsafe tmpfile() else { return -1 }
  return unsafe fileno(file)
}()

/// Writes the input into that file; returns false if it does not fit.
private func fillScratch(_ bytes: [UInt8]) -> Bool {
  ftruncate(scratch, 0)
  let written = unsafe bytes.withUnsafeBytes {
    unsafe pwrite(scratch, $0.baseAddress, $0.count, 0)
  }
  return written == bytes.count
}

private func readPhoto(_ bytes: [UInt8]) {
  var reader = PhotoReader()
  let facts = reader.facts(bytes: bytes)
  expectSense(facts)
  // The same from a file, where bytes are read in pieces and repeatedly.
  guard fillScratch(bytes) else { return }
  expectSense(reader.facts(fileDescriptor: scratch, size: bytes.count))
  // A file that was truncated after its size was read.
  expectSense(reader.facts(fileDescriptor: scratch, size: bytes.count + 4096))
}

/// Decodes with the project's own decoders; the libraries of the others have their own fuzzers.
private func decodePicture(_ bytes: [UInt8]) {
  var limits = ThumbnailLimits()
  (limits.pixels, limits.wholePixels) = (1 << 20, 1 << 20)
  guard let picture = try? BMPDecoder.decode(bytes, longSide: 32, limits: limits).picture else {
    return
  }
  precondition(max(picture.width, picture.height) <= 32 && picture.width > 0)
  precondition(picture.bytes.count == picture.width * picture.height * picture.samples.count)
}

/// Finds embedded previews; each must lie in the file.
private func findPreviews(_ bytes: [UInt8]) {
  guard fillScratch(bytes) else { return }
  var reader = PhotoReader()
  guard let file = try? ReadableFile(path: Array("/proc/self/fd/\(scratch)".utf8)) else { return }
  for preview in reader.previews(in: file).pictures {
    precondition(preview.range.offset >= 0 && preview.range.count > 0)
    precondition(preview.range.offset <= bytes.count - preview.range.count)
  }
}

private func readSidecar(_ bytes: [UInt8]) {
  var facts = PhotoFacts(place: .unlocated(.noGPS, detail: nil), format: .jpeg)
  let packet = XMPPacket(bytes)
  guard packet.isWhole else { return }
  facts.takeSidecarPlace(packet, from: "a.xmp")
  facts.takeSidecarTime(packet)
  expectSense(facts)
}

private func readTakeout(_ bytes: [UInt8]) {
  guard let document = TakeoutDocument(bytes) else { return }
  var facts = PhotoFacts(place: document.place(), format: .jpeg)
  facts.time = document.time
  _ = document.isTitled(like: Array("a.jpg".utf8))
  expectSense(facts)
}

/// Takes the first line for the name of a photo and the others for a file of Picasa.
private func readPicasa(_ bytes: [UInt8]) {
  let photo = bytes.prefix { $0 != UInt8(ascii: "\n") }
  let content = Array(bytes.dropFirst(photo.count + 1))
  let document = PicasaDocument(content, name: Array(".picasa.ini".utf8))
  guard let entry = document.entry(of: Array(photo)) else { return }
  precondition(!entry.words.isEmpty && entry.words == entry.words.bounded)
  precondition(
    PicasaDocument(content, name: []).entry(of: Array(photo)) == entry, "it depends on the run")
}

/// Reads a track from memory and as a file; the fixes of both are the same and in order.
private func readTrack(_ bytes: [UInt8]) {
  let track = try? TrackReader.track(bytes)
  let pieces = try? TrackReader.track(size: bytes.count) { Array(bytes[$0]) }
  precondition(track == pieces, "the track depends on how it is read")
  let fixes = track?.fixes ?? []
  precondition(zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant < $1.instant })
  precondition(fixes.allSatisfy { $0.altitude?.isFinite ?? true && $0.accuracy ?? 1 > 0 })
}

/// Reads the track in a film, from memory and from a file; the first position is also that of the film.
private func readFilm(_ bytes: [UInt8]) {
  var reader = PhotoReader()
  let track = reader.track(bytes: bytes)?.track
  let fixes = track?.fixes ?? []
  precondition(zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant < $1.instant })
  precondition(fixes.allSatisfy { $0.altitude?.isFinite ?? true && $0.accuracy ?? 1 > 0 })
  expectSense(reader.facts(bytes: bytes))
  guard fillScratch(bytes),
    let file = try? ReadableFile(path: Array("/proc/self/fd/\(scratch)".utf8))
  else { return }
  precondition(reader.track(of: file)?.track == track, "the track depends on how it is read")
}

/// Opens a PMTiles file and asks for tiles; SQLite, which reads MBTiles, has its own fuzzers.
private func readBaseMap(_ bytes: [UInt8]) {
  guard bytes.starts(with: "PMTiles".utf8), fillScratch(bytes),
    let map = try? BaseMap(path: Array("/proc/self/fd/\(scratch)".utf8)),
    map.description.minZoom <= 20
  else { return }
  let description = map.description
  precondition(description.bounds.count == 4 && description.bounds.allSatisfy(\.isFinite))
  for zoom in description.minZoom...max(description.minZoom, min(description.maxZoom, 20)) {
    for step in 0..<4 {
      guard let place = TileCoordinate(zoom: zoom, x: step % (1 << zoom), y: step / 2 % (1 << zoom))
      else { continue }
      let tile = (try? map.tile(place)) ?? nil
      precondition(tile.map { !$0.bytes.isEmpty && $0.bytes.count <= bytes.count } ?? true)
      precondition(tile?.plain.map { $0.count <= 16 << 20 } ?? true)
    }
  }
}

/// Takes the first line for the name of a photo and the others for its companions.
private func pairNames(_ bytes: [UInt8]) {
  let names = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
  guard let photo = names.first else { return }
  for companion in CompanionFinder(names.dropFirst()).companions(of: photo) {
    precondition(names.contains(companion.name), "a companion that is not there")
  }
}

/// Takes the first line for a `Content-Type` and the rest for the body; the parts do not depend on the read size.
private func findParts(_ bytes: [UInt8]) {
  let type = bytes.prefix { $0 != UInt8(ascii: "\n") }
  let content = Array(bytes.dropFirst(type.count + 1))
  guard
    let boundary = try? Multipart.boundary(ofContentType: String(decoding: type, as: UTF8.self))
  else { return }
  let found = [content.count + 1, 1].map { window in
    var walk = try? MultipartWalk(
      count: content.count, boundary: Array(boundary.utf8), limits: Multipart.Limits(),
      windowLength: window
    ) { Array(content[$0..<min($0 + $1, content.count)]) }
    return try? walk?.parts()
  }
  precondition(found[0] == found[1], "the parts depend on the window")
  let delimiter = Array(("\r\n--" + boundary).utf8)
  var end = 0
  for part in found[0] ?? [] {
    precondition(part.range.lowerBound >= end && part.range.upperBound <= content.count)
    end = part.range.upperBound
    // The line break of an empty part's header also precedes the boundary.
    let behind = part.range.isEmpty ? content[(end - 2)...] : content[end...]
    precondition(
      behind.starts(with: delimiter) || content[end...].starts(with: delimiter),
      "a part does not end at a boundary")
  }
}

/// Whatever the input, the resulting facts must be valid.
private func expectSense(_ facts: PhotoFacts) {
  if let location = facts.place.location {
    precondition(abs(location.coordinate.latitude) <= 90)
    precondition(abs(location.coordinate.longitude) <= 180)
    precondition(location.coordinate.latitudeE7 != 0 || location.coordinate.longitudeE7 != 0)
    precondition(location.altitude.map { $0.isFinite } ?? true)
    precondition(location.direction.map { (0..<360).contains($0) } ?? true)
    precondition(location.accuracy.map { $0.isFinite && $0 >= 0 } ?? true)
  }
  if let size = facts.storedSize { precondition(size.width > 0 && size.height > 0) }
  if let offset = facts.time?.utcOffsetMinutes { precondition(abs(offset) <= 24 * 60) }
  precondition(facts.remarks.count < 4096 && facts.remarks.allSatisfy { $0.utf8.count < 4096 })
}
