import Foundation
import TestSupport
import Testing

/// `geoindex query --server` compared with `--db` for the same photos.
@Suite struct QueryServerTests {
  private static let formats = ["geojson", "geojsonseq", "ndjson", "csv", "tsv", "gpx", "kml"]

  @Test(arguments: [
    [], ["--limit", "7"], ["--bbox", "177,-20,-178,-15"], ["--bbox", "0,0,0.00000001,0.00000001"],
    ["--datetime", "2018-01-01/.."], ["--media", "image", "--camera", "Lumo"],
    ["--path", "*&=*"], ["--json"], ["--filter", "altitude > 100 OR cameraMake = 'Lumo'"],
  ])
  func aQueryOfAServerEqualsAQueryOfItsIndex(filters: [String]) throws {
    let library = try Library()
    try library.add("a b&c=d é.jpg")
    let scan = try Program.run(
      ["scan", "--quiet", SamplePhotos.folder, library.root, "--db", library.database])
    try #require(scan.code == 0, "\(scan.messages)")
    let server = try RunningServer(library)
    for format in Self.formats {
      let words = ["query", "--format", format] + filters
      let own = try Program.run(words + ["--db", library.database])
      let asked = try Program.run(words + ["--server", server.url])
      #expect(own.code == 0, "\(asked.messages)")
      #expect(asked.code == 0, "\(asked.messages)")
      #expect(own.output == asked.output, "\(words)")
    }
  }

  @Test func namesThatAreNotUTF8AndSeveralPagesAreComplete() throws {
    let library = try Library()
    let odd = Array((library.root + "/odd-").utf8) + [0xFF, 0xFE, 0x2F]
    try #require(unsafe mkdir((odd + [0]).map { CChar(bitPattern: $0) }, 0o755) == 0)
    let photo = try Data(contentsOf: URL(fileURLWithPath: SamplePhotos.path(Self.sample)))
    for name in [[0x80], [0xC3, 0x28], Array("&<\"'\u{1}\n]]>.jpg".utf8)] as [[UInt8]] {
      let path = (odd + name + [0]).map { CChar(bitPattern: $0) }
      let file = unsafe open(path, O_WRONLY | O_CREAT, 0o644)
      try #require(file >= 0)
      defer { close(file) }
      let written = unsafe photo.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
      try #require(written == photo.count)
    }
    let scan = try Program.run(["scan", "--quiet", library.root, "--db", library.database])
    try #require(scan.code == 0, "\(scan.messages)")
    try importMany(into: library)
    let server = try RunningServer(library)
    for format in Self.formats {
      for more in format == "kml" ? [[], ["--limit", "1001"]] : [[]] {
        let words = ["query", "--format", format] + more
        let own = try Program.run(words + ["--db", library.database])
        let asked = try Program.run(words + ["--server", server.url])
        #expect(own.code == 0, "\(asked.messages)")
        #expect(asked.code == 0, "\(asked.messages)")
        #expect(own.output == asked.output, "\(words)")
        #expect(own.output.utf8.count > 50_000)
      }
    }
    let names = try Program.run(["query", "--format", "csv", "--server", server.url]).output
    #expect(names.contains("odd-%FF%FE/%80"))
    #expect(names.contains("odd-%FF%FE/%C3%28"))
  }

  private static let sample = "2021-jordan/petra.jpg"

  /// Photos that fill more than one page.
  private func importMany(into library: Library) throws {
    let rows = (0..<1_010).map { "folder/\($0) & more.jpg,\(Double($0) / 100),\(Double($0 % 80))" }
    let table = library.root + "/many.csv"
    try ("path,longitude,latitude\n" + rows.joined(separator: "\n"))
      .write(toFile: table, atomically: true, encoding: .utf8)
    let outcome = try Program.run(["import", "--quiet", table, "--db", library.database])
    try #require(outcome.code == 0, "\(outcome.messages)")
  }

  @Test func errorsAreReported() throws {
    let closed = try Program.run(["query", "--server", "http://127.0.0.1:1/"])
    #expect(closed.code == 1 && closed.messages.contains("127.0.0.1:1"))
    for address in ["", "ftp://x/", "https://", "http://", "http://x:0/", "http://a b/"] {
      let outcome = try Program.run(["query", "--server", address])
      #expect(outcome.code == 2, "\(address)")
      #expect(outcome.messages.contains("--server"), "\(address)")
    }
    let both = try Program.run(["query", "--server", "http://x/", "--db", "y"])
    #expect(both.code == 2)
  }
}
