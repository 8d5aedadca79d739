import Foundation
import TestSupport
import Testing

/// `geoindex query --server` beside `--db`, with the same photos behind both.
@Suite struct QueryServerTests {
  @Test(arguments: [
    [], ["--limit", "7"], ["--bbox", "177,-20,-178,-15"], ["--bbox", "0,0,0.00000001,0.00000001"],
    ["--datetime", "2018-01-01/.."], ["--media", "image", "--camera", "Lumo"],
    ["--path", "*&=*"], ["--json"],
  ])
  func aServerIsListedAsItsIndexIs(filters: [String]) throws {
    let library = try Library()
    try library.add("a b&c=d é.jpg")
    let scan = try Program.run(
      ["scan", "--quiet", SamplePhotos.folder, library.root, "--db", library.database])
    try #require(scan.code == 0, "\(scan.messages)")
    let server = try RunningServer(library)
    for format in ["geojson", "geojsonseq", "ndjson", "csv"] {
      let words = ["query", "--format", format] + filters
      let own = try Program.run(words + ["--db", library.database])
      let asked = try Program.run(words + ["--server", server.url])
      #expect(own.code == 0 && asked.code == 0, "\(asked.messages)")
      #expect(own.output == asked.output, "\(words)")
    }
  }

  @Test func whatGoesWrongIsSaid() throws {
    let closed = try Program.run(["query", "--server", "http://127.0.0.1:1/"])
    #expect(closed.code == 1 && closed.messages.contains("127.0.0.1:1"))
    for address in ["", "ftp://x/", "https://x/", "http://", "http://x:0/", "http://a b/"] {
      let outcome = try Program.run(["query", "--server", address])
      #expect(outcome.code == 2 && outcome.messages.contains("--server"), "\(address)")
    }
    let both = try Program.run(["query", "--server", "http://x/", "--db", "y"])
    #expect(both.code == 2)
  }
}
