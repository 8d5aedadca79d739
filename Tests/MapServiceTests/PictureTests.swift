import Foundation
import HTTPServer
import MapService
import PhotoFacts
import PhotoIndex
import PhotoScanner
import TestSupport
import Testing
import Thumbnails

@Suite("Pictures of photos in other formats, over HTTP") struct PictureTests {
  /// A library of one sample photo in several formats, made by other programs.
  private func service(cache: ThumbnailCache? = nil) throws -> (
    MapService, Library, [String: Int64]
  ) {
    let library = try Library()
    try library.add("a.jpg")
    let folder = library.root
    for arguments in [
      ["convert", "a.jpg", "-resize", "400x400", "a.png"], ["convert", "a.png", "a.tif"],
      ["heif-enc", "a.png", "-o", "a.heic"], ["cwebp", "-quiet", "a.png", "-o", "a.webp"],
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=c=gray:s=64x48:d=0.2", "-pix_fmt",
        "yuv420p", "a.mp4",
      ],
    ] {
      let made = try Program.run("env", ["-C", folder] + arguments)
      try #require(made.code == 0, "\(arguments): \(made.messages)")
    }
    _ = try library.write("b.heic", Data("\0\0\0\u{18}ftypheic\0\0\0\0heicmif1".utf8))
    let index = try PhotoIndex(path: FilePath(library.database), access: .writing)
    _ = try PhotoScanner(index: index).scan([FilePath(library.root)])
    var options = MapService.Options()
    options.thumbnailCache = cache
    let service = MapService(index: index, options: options)
    var ids: [String: Int64] = [:]
    for id in Int64(1)...20 {
      guard let photo = try index.read({ try $0.photo(id) }) else { continue }
      ids[photo.path.description] = id
    }
    return (service, library, ids)
  }

  private func get(_ service: MapService, _ target: String, _ headers: Headers = [:]) throws
    -> Answer
  {
    var fields = headers
    fields.set("Host", to: "localhost")
    return Answer(
      HTTPPolicy().process(try Request(target: target, headers: fields), by: service))
  }

  @Test("are JPEGs of the requested width, with a validator")
  func thumbnails() throws {
    let (service, library, ids) = try service()
    defer { withExtendedLifetime(library) {} }
    for name in ["a.jpg", "a.png", "a.tif", "a.heic", "a.webp", "a.mp4"] {
      let id = try #require(ids[name])
      let answer = try get(service, "/photos/\(id)/thumbnail?width=160")
      #expect(answer.status == 200, "\(name): \(answer.text.prefix(200))")
      #expect(answer.bytes.starts(with: [0xFF, 0xD8]), "\(name): \(answer.text.prefix(200))")
      #expect(answer.headers["Content-Type"] == "image/jpeg")
      let etag = try #require(answer.headers["ETag"])
      let again = try get(
        service, "/photos/\(id)/thumbnail?width=160", ["If-None-Match": etag])
      #expect(again.status == 304)
      #expect(again.bytes.isEmpty)
      let other = try get(service, "/photos/\(id)/thumbnail?width=320", ["If-None-Match": etag])
      #expect(other.status == 200)
    }
  }

  @Test("that browsers cannot show are converted to JPEG on request")
  func asJPEG() throws {
    let (service, library, ids) = try service()
    let own = try Data(contentsOf: URL(fileURLWithPath: library.file("a.jpg")))
    let jpeg = try get(service, "/photos/\(try #require(ids["a.jpg"]))/original?as=jpeg")
    #expect(Data(jpeg.bytes) == own)
    for name in ["a.png", "a.tif", "a.heic", "a.webp"] {
      let id = try #require(ids[name])
      let file = try get(service, "/photos/\(id)/original")
      #expect(
        Data(file.bytes) == (try Data(contentsOf: URL(fileURLWithPath: library.file(name)))))
      let answer = try get(service, "/photos/\(id)/original?as=jpeg")
      #expect(answer.status == 200)
      #expect(answer.headers["Content-Type"] == "image/jpeg")
      try Data(answer.bytes).write(to: URL(fileURLWithPath: library.file("made.jpg")))
      let size = try Program.run("identify", ["-format", "%wx%h", library.file("made.jpg")])
      let whole = try Program.run("identify", ["-format", "%wx%h", library.file("a.png")])
      #expect(size.output == whole.output)
      #expect(!size.output.isEmpty)
      #expect(answer.headers["ETag"] != file.headers["ETag"])
    }
  }

  @Test("of videos are one of their frames")
  func frame() throws {
    let (service, library, ids) = try service()
    let film = try #require(ids["a.mp4"])
    for target in ["thumbnail", "original?as=jpeg"] {
      let answer = try get(service, "/photos/\(film)/\(target)")
      #expect(answer.status == 200)
      try Data(answer.bytes).write(to: URL(fileURLWithPath: library.file("made.jpg")))
      let seen = try Program.run(
        "convert", [library.file("made.jpg"), "-format", "%wx%h %[fx:int(255*mean+.5)]", "info:"])
      #expect(seen.output.hasPrefix("64x48 12"), "grey, \(seen.output)")
    }
  }

  @Test("are refused with a reason if there are none, and for unknown parameters")
  func refused() throws {
    let (service, library, ids) = try service()
    let damaged = try #require(ids["b.heic"])
    let answer = try get(service, "/photos/\(damaged)/original?as=jpeg")
    #expect(answer.status == 404 && !answer.text.contains(library.root))
    let broken = try get(service, "/photos/\(try #require(ids["b.heic"]))/thumbnail")
    #expect(broken.status == 404)
    #expect(!broken.text.contains(library.root))
    for query in ["as=png", "as=", "as=jpeg&as=jpeg", "as=jpeg&width=160", "format=jpeg"] {
      let answer = try get(service, "/photos/\(try #require(ids["a.heic"]))/original?\(query)")
      #expect(answer.status == 400, "\(query)")
    }
  }

  @Test(
    "that are missing are answered with 204 if the client asks for that, and with a reason otherwise"
  )
  func missing() throws {
    let (service, library, ids) = try service()
    let damaged = try #require(ids["b.heic"])
    for id in [damaged, 9_999] {
      let quiet = try get(service, "/photos/\(id)/thumbnail?width=160&missing=empty")
      #expect(quiet.status == 204, "\(id): \(quiet.status)")
      #expect(quiet.bytes.isEmpty, "\(id): \(quiet.status)")
      #expect(quiet.headers["Cache-Control"] == "private, no-cache")
      for missing in ["", "&missing=problem"] {
        #expect(try get(service, "/photos/\(id)/thumbnail?width=160\(missing)").status == 404)
      }
    }
    let there = try #require(ids["a.jpg"])
    #expect(try get(service, "/photos/\(there)/thumbnail?missing=empty").status == 200)
    #expect(try get(service, "/photos/\(there)/thumbnail?missing=never").status == 400)
    try FileManager.default.removeItem(atPath: library.file("a.jpg"))
    #expect(try get(service, "/photos/\(there)/thumbnail?missing=empty").status == 204)
    for query in ["", "as=jpeg&"] {
      let path = "/photos/\(there)/original?\(query)"
      #expect(try get(service, path + "missing=empty").status == 204, "\(query)")
      #expect(try get(service, path + "missing=problem").status == 404, "\(query)")
    }
    #expect(try get(service, "/photos/\(damaged)/original?as=jpeg&missing=empty").status == 204)
    #expect(try get(service, "/photos/\(damaged)/original?missing=empty").status == 200)
  }

  @Test("are stored in the cache of the service")
  func kept() throws {
    let folder = try TemporaryDirectory()
    let cache = ThumbnailCache(folder: FilePath(folder.path), limit: 10_000_000)
    let (service, library, ids) = try service(cache: cache)
    defer { withExtendedLifetime(library) {} }
    let target = "/photos/\(try #require(ids["a.heic"]))/thumbnail"
    let first = try get(service, target)
    #expect(first.status == 200, "\(first.text.prefix(200))")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".jpg") }
    #expect(files.count == 1)
    #expect(try get(service, target).bytes == first.bytes)
  }
}
