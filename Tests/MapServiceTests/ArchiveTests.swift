import Foundation
import PhotoFacts
import PhotoIndex
import PhotoScanner
import Query
import TestSupport
import Testing

@testable import HTTPServer
@testable import MapService

/// An archive has the files of the photos, whole and in ranges, as well-known programs unpack it.
@Suite struct ArchiveTests {
  private static let target = "/collections/photos/zip"

  @Test func wellKnownProgramsUnpackTheFilesThatWerePacked() throws {
    let service = try Service.shared()
    let archive = try Unpacked(service.get(Self.target))
    let photos = try service.index.read { try $0.photos(1...100) }
      .filter { $0.facts.place.location != nil }
    #expect(Set(archive.files.keys) == Set(photos.map(\.path.text)))
    for photo in photos {
      let file = URL(fileURLWithPath: photo.file.text)
      #expect(archive.files[photo.path.text] == (try Data(contentsOf: file)), "\(photo.path)")
      let local = (photo.facts.time?.localMilliseconds).map { $0 / 2_000 * 2_000 }
      if let local { #expect(archive.times[photo.path.text] == local, "\(photo.path)") }
    }
  }

  @Test func rangesAreThoseOfTheWhole() throws {
    let service = try Service()
    let head = try service.ask(.head, Self.target)
    let whole = try service.get(Self.target)
    let tag = try #require(whole.headers["ETag"])
    #expect(tag.hasPrefix("\""))
    #expect(head.headers["ETag"] == tag)
    #expect(whole.headers["Accept-Ranges"] == "bytes")
    // A server that has sent nothing yet knows no checksum.
    let fresh = MapService(index: service.index)
    var random = SeededRandom(seed: 11)
    let cuts = Set((0..<30).map { _ in Int.random(in: 1..<whole.bytes.count, using: &random) })
    var start = 0
    for end in cuts.sorted() + [whole.bytes.count] {
      let fields: Headers = [
        "Host": "localhost", "Range": "bytes=\(start)-\(end - 1)", "If-Range": tag,
      ]
      let request = try Request(target: Self.target, headers: fields)
      let answer = Answer(HTTPPolicy().process(request, by: fresh))
      #expect(answer.status == 206)
      #expect(
        answer.headers["Content-Range"] == "bytes \(start)-\(end - 1)/\(whole.bytes.count)")
      #expect(answer.bytes == Array(whole.bytes[start..<end]), "\(start)..<\(end)")
      start = end
    }
    #expect(try service.get(Self.target, ["Range": "bytes=\(start)-"]).status == 416)
    let other = try service.get(Self.target, ["Range": "bytes=5-", "If-Range": "\"z-other\""])
    #expect(other.status == 200)
    #expect(other.bytes == whole.bytes)
    #expect(try service.get(Self.target, ["If-None-Match": tag]).status == 304)
  }

  @Test func anotherSelectionFormOrFileIsAnotherArchive() throws {
    let library = try ArchivedLibrary()
    let ids = try (library.id("a.jpg"), library.id("trip/b.jpg"))
    let queries = ["", "?positions=no", "?ids=\(ids.0)", "?ids=\(ids.1)"]
    let tags = try queries.map { try library.archive($0).headers["ETag"] }
    #expect(Set(tags).count == queries.count)
    #expect(try library.archive().headers["ETag"] == tags[0])
    // The content of a file with the same name and length.
    try library.replace("a.jpg") { $0[$0.count - 3] ^= 1 }
    #expect(try library.archive().headers["ETag"] != tags[0])
  }

  @Test func onlyChosenPhotosThatPassTheFiltersAreInTheArchive() throws {
    let library = try ArchivedLibrary()
    let ids = try (library.id("a.jpg"), library.id("trip/b.jpg"))
    let one = try Unpacked(library.archive("?ids=\(ids.1)"))
    #expect(one.files.keys.sorted() == ["trip/b.jpg"])
    let both = try Unpacked(library.archive("?ids=\(ids.1),\(ids.0),99&path=a*"))
    #expect(both.files.keys.sorted() == ["a.jpg"])
    for range in ["1-100000", "1-2", "\(ids.0)-\(ids.0),\(ids.1)"] {
      let archive = try library.archive("?ids=" + range)
      #expect(try Unpacked(archive).files.keys.sorted() == ["a.jpg", "trip/b.jpg"], "\(range)")
      #expect(archive.headers["ETag"] == (try library.archive().headers["ETag"]))
    }
    let target = Self.target + "?ids=\(max(ids.0, ids.1))-9000"
    let part = try library.door.askAsOwner(target, ["Range": "bytes=4-9"])
    #expect(part.status == 206)
    #expect(try part.bytes == Array(library.door.askAsOwner(target).bytes[4...9]))
    for (query, status) in [
      ("ids=2-1", 400), ("ids=1-", 400), ("ids=-1", 400), ("ids=1-2-3", 400), ("ids=0-1", 400),
      ("ids=1-100001", 400), ("ids=1-60000,1-60000", 400), ("ids=1-9223372036854775807", 400),
      ("ids=100-200", 404), ("ids=", 400), ("ids=1,", 400), ("ids=x", 400), ("ids=99", 404),
      ("form=raw", 400),
      ("positions=maybe", 400), ("bbox=0,0,1,1", 404),
    ] {
      #expect(try library.archive("?" + query).status == status, "\(query)")
    }
  }

  @Test func anArchiveHasALimitedNumberOfPhotos() throws {
    let service = try Service.shared()
    var selection = ArchiveSelection(
      service: ServiceContext(index: service.index, options: .init()),
      library: try VisibleLibraries(service.index).library(for: .owner), visitor: .owner,
      order: ArchiveOrder(PhotoFilter()))
    selection.most = 3
    let problem = #expect(throws: Problem.self) { try ArchiveBody(selection) }
    #expect(problem?.status == 400)
    #expect(problem?.detail?.contains("at most 3") ?? false)
  }

  @Test func filesThatTakeTooLongToLookAtAreNoArchive() throws {
    let service = try Service.shared()
    var selection = ArchiveSelection(
      service: ServiceContext(index: service.index, options: .init()),
      library: try VisibleLibraries(service.index).library(for: .owner), visitor: .owner,
      order: ArchiveOrder(PhotoFilter()))
    selection.patience = .zero
    let problem = #expect(throws: Problem.self) { try ArchiveBody(selection) }
    #expect(problem?.status == 503)
  }

  @Test func aClientBeginsFewArchivesAtOnce() throws {
    let library = try ArchivedLibrary()
    var begun = (0..<2).map { _ in library.door.service.archivePlans.enter([]) }
    #expect(begun.allSatisfy { $0 != nil })
    #expect(try library.archive().status == 503)
    begun.removeLast()
    #expect(try library.archive().status == 200)
  }

  @Test func photosOfSeveralFoldersWithEqualNamesAreAllInTheArchive() throws {
    let library = try ArchivedLibrary()
    let other = try Library()
    try other.add("a.jpg", as: "2021-egypt/pyramids.jpg")
    _ = try PhotoScanner(index: library.index).scan([FilePath(other.root)])
    let archive = try Unpacked(library.archive())
    #expect(archive.files.keys.sorted() == ["a (2).jpg", "a.jpg", "trip/b.jpg"])
  }

  // MARK: Files that change

  @Test func aFileThatIsMissingIsListed() throws {
    let library = try ArchivedLibrary()
    let id = try library.id("a.jpg")
    try FileManager.default.removeItem(atPath: library.files.file("a.jpg"))
    let archive = try Unpacked(library.archive())
    #expect(archive.files.keys.sorted() == ["left-out.txt", "trip/b.jpg"])
    #expect(
      archive.text("left-out.txt").contains("\na.jpg: The file of photo \(id) cannot be opened"))
  }

  @Test func anArchiveEndsWithinAFileThatHasChanged() throws {
    for change in Change.allCases {
      let library = try ArchivedLibrary(padding: 3_000_000)
      let stream = try library.stream()
      guard case .bytes(let first) = try stream.piece() else { throw NoStream() }
      #expect(first.count == ArchiveBody.pieceLength)
      try change.make(library.files.file("a.jpg"), library)
      #expect(throws: ArchiveInterrupted.self, "\(change)") {
        while case .bytes = try stream.piece() {}
      }
    }
  }

  @Test func aFileThatChangesBeforeItsTurnEndsTheArchiveToo() throws {
    let library = try ArchivedLibrary(padding: 3_000_000)
    let stream = try library.stream()
    try FileManager.default.removeItem(atPath: library.files.file("trip/b.jpg"))
    #expect(throws: ArchiveInterrupted.self) { while case .bytes = try stream.piece() {} }
  }

  /// What may happen to a file while it is sent.
  private enum Change: CaseIterable {
    case written, shortened, replaced

    func make(_ path: String, _ library: ArchivedLibrary) throws {
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      switch self {
      case .written:
        try file.seekToEnd()
        try file.write(contentsOf: Data([1]))
      case .shortened: try file.truncate(atOffset: 1_500_000)
      case .replaced: try library.replace("a.jpg") { $0[$0.count - 1] ^= 1 }
      }
    }
  }

  @Test func aClientThatLeavesFreesItsPlace() throws {
    let library = try ArchivedLibrary(padding: 3_000_000)
    var streams = try (0..<ExportSlots.countOfOne).map { _ in try library.stream() }
    for stream in streams { _ = try stream.piece() }
    #expect(try library.archive().status == 503)
    #expect(try library.door.askAsOwner("/collections/photos/export").status == 200)
    streams = []
    #expect(try library.archive().status == 200)
  }

  /// A thread that has made a response may hold its work for a while when the client asks again.
  @Test(arguments: ["zip", "zip?form=preview", "export"])
  func aPlaceIsFreeBeforeTheClientHasTheEnd(path: String) throws {
    let library = try ArchivedLibrary(padding: 1_000)
    var kept: [any Sendable] = []
    for _ in 0..<2 * ExportSlots.countOfOne {
      let request = try Request(
        target: "/collections/photos/" + path, headers: ["Host": "localhost"])
      let eventual = try library.door.service.respond(to: request)
      let response = try eventual.response()
      #expect(response.status == 200)
      if case .stream(let stream) = response.body {
        while case .bytes = try stream.piece() {}
        stream.finish()
      }
      kept += [eventual, response] as [any Sendable]
    }
    withExtendedLifetime(kept) {}
  }

  // MARK: Previews

  @Test func previewsAreTheThumbnailsOfTheMap() throws {
    let service = try Service.shared()
    let answer = try service.get(Self.target + "?form=preview&path=2023*")
    #expect(answer.headers["Accept-Ranges"] == nil)
    let archive = try Unpacked(answer)
    #expect(archive.files.count == 2)
    for photo in try service.features("/collections/photos/items?path=2023*") {
      let preview = try service.get("/photos/\(photo.id)/thumbnail?width=1280")
      let name = try #require(photo.properties["path"] as? String)
      #expect(archive.files[name] == Data(preview.bytes))
    }
  }

  @Test func aPreviewOfAnotherFormatIsAJPEG() throws {
    let library = try ArchivedLibrary()
    let png = try Program.run(
      "convert", [library.files.file("a.jpg"), library.files.file("c.PNG")])
    #expect(png.code == 0)
    _ = try PhotoScanner(index: library.index).scan([FilePath(library.files.root)])
    let archive = try Unpacked(library.archive("?form=preview"))
    #expect(Set(archive.files.keys).isSubset(of: ["a.jpg", "trip/b.jpg", "c.jpg", "left-out.txt"]))
    #expect(archive.files.values.allSatisfy { $0.starts(with: [0xFF, 0xD8]) })
  }
}

private struct NoStream: Error {}

/// A library of two photos with positions, `a.jpg` and `trip/b.jpg`, requested by its owner.
final class ArchivedLibrary {
  let files: Library
  let index: PhotoIndex
  let door: GuestDoor

  /// `padding` makes a file longer than one piece.
  init(padding: Int = 0, filters: [String: String] = [:]) throws {
    files = try Library()
    let photo = try Data(
      contentsOf: URL(fileURLWithPath: SamplePhotos.path("2023-paris/eiffel-tower.jpg")))
    try files.write("a.jpg", photo + Data(repeating: 7, count: padding))
    try files.add("trip/b.jpg", as: "2021-egypt/pyramids.jpg")
    index = try PhotoIndex(path: FilePath(files.database), access: .writing)
    _ = try PhotoScanner(index: index).scan([FilePath(files.root)])
    door = try GuestDoor(index, filters)
  }

  func id(_ name: String) throws -> Int64 {
    let path = FilePath(files.file(name))
    return try #require(try index.read { try $0.photoID(at: path) })
  }

  func archive(_ query: String = "") throws -> Answer {
    try door.askAsOwner("/collections/photos/zip" + query)
  }

  /// The body of an archive of which nothing has been sent.
  func stream(_ query: String = "") throws -> BodyStream {
    let fields: Headers = ["Host": "localhost"]
    let request = try Request(target: "/collections/photos/zip" + query, headers: fields)
    guard case .stream(let stream) = HTTPPolicy().process(request, by: door.service).body else {
      throw NoStream()
    }
    return stream
  }

  /// Puts a changed copy in the place of a file.
  func replace(_ name: String, _ change: (inout Data) -> Void) throws {
    let url = URL(fileURLWithPath: files.file(name))
    var content = try Data(contentsOf: url)
    change(&content)
    try content.write(to: url, options: .atomic)
  }
}

extension BodyStream {
  /// The next piece, when it has been made.
  func piece() throws -> Piece {
    while true {
      let piece = try next()
      guard case .wait = piece else { return piece }
      sched_yield()
    }
  }
}

/// An archive that Python and Info-ZIP have unpacked.
struct Unpacked {
  private(set) var files: [String: Data] = [:]

  /// The local times of the entries, in milliseconds since 1970.
  private(set) var times: [String: Int64] = [:]

  /// Where the files are.
  let folder: TemporaryDirectory

  private static let unpack = """
    import calendar, json, sys, zipfile
    with zipfile.ZipFile(sys.argv[1]) as archive:
      archive.extractall(sys.argv[2])
      print(json.dumps({i.filename: calendar.timegm(i.date_time) * 1000 for i in archive.infolist()}))
    """

  init(_ answer: Answer) throws {
    try #require(answer.status == 200, "\(answer.text.prefix(500))")
    #expect(answer.headers["Content-Type"] == "application/zip")
    folder = try TemporaryDirectory()
    let path = folder.file("archive.zip")
    try Data(answer.bytes).write(to: URL(fileURLWithPath: path))
    for (program, option) in [("unzip", "-tqq"), ("zip", "-Tq")] {
      let outcome = try Program.run(program, [option, path])
      #expect(outcome.code == 0, "\(outcome.output) \(outcome.messages)")
    }
    let outcome = try Program.run("python3", ["-c", Self.unpack, path, folder.file("files")])
    try #require(outcome.code == 0, "\(outcome.messages)")
    times = try JSONDecoder().decode([String: Int64].self, from: Data(outcome.output.utf8))
    for name in times.keys {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: folder.file("files/" + name)))
    }
  }

  func text(_ name: String) -> String { String(decoding: files[name] ?? Data(), as: UTF8.self) }

  /// What exiftool finds of positions, and what it warns of.
  func positions() throws -> String {
    try Program.run(
      "exiftool",
      ["-r", "-a", "-s", "-q", "-GPS*", "-Geo*", "-Warning", "-Trailer*", folder.file("files")]
    ).output
  }
}
