import Foundation
import TestSupport
import Testing

/// The program with passwords, certificates and proxies, tested with curl.
@Suite struct AccessTests {
  private func scanned() throws -> Library {
    let library = try Library()
    try library.add("a.jpg")
    let outcome = try Program.run(["scan", "--quiet", library.root, "--db", library.database])
    try #require(outcome.code == 0)
    return library
  }

  /// The status and the content of an answer.
  private func curl(_ arguments: String...) throws -> (status: String, text: String) {
    try curl(arguments)
  }

  private func curl(_ arguments: [String]) throws -> (status: String, text: String) {
    let outcome = try Program.run(
      "curl", ["-sS", "--max-time", "20", "-w", "\n%{http_code}"] + arguments)
    let end = outcome.output.lastIndex(of: "\n") ?? outcome.output.startIndex
    return (String(outcome.output[end...].dropFirst()), String(outcome.output[..<end]))
  }

  private func passwordLine(_ password: String) throws -> String {
    "ada:" + (try Program.run("openssl", ["passwd", "-6", password]).output)
  }

  @Test func aPasswordInTheEnvironmentIsRequired() throws {
    let server = try RunningServer(try scanned(), environment: ["GEOINDEX_AUTH": "ada:sword:fish"])
    let items = server.url + "collections/photos/items"
    let refused = try curl("-i", items)
    #expect(refused.status == "401")
    #expect(refused.text.contains("WWW-Authenticate: Basic realm="))
    #expect(!refused.text.contains("Access-Control-Allow-Origin"))
    #expect(try curl("-u", "ada:wrong", items).status == "401")
    let open = try curl("-i", "-u", "ada:sword:fish", items)
    #expect(open.status == "200")
    #expect(open.text.contains("\"numberMatched\":1"))
    #expect(!open.text.contains("Access-Control-Allow-Origin"))
    #expect(open.text.contains("Cache-Control: private"))
    #expect(try curl(server.url + "healthz").text == "{\"status\":\"ok\"}")
    #expect(try curl("-H", "Accept: text/html", server.url).status == "401")
    #expect(!server.log.contains("sword"))
  }

  @Test func anotherFileOfPasswordsIsReadWhenItHasChangedOrOnSIGHUP() throws {
    let folder = try TemporaryDirectory()
    let file = URL(fileURLWithPath: folder.file("passwords"))
    try Data(try passwordLine("one").utf8).write(to: file)
    let server = try RunningServer(try scanned(), ["--auth-file", file.path])
    let items = server.url + "collections/photos/items"
    #expect(try curl("-u", "ada:one", items).status == "200")
    try Data(try passwordLine("two").utf8).write(to: file)
    kill(server.process.processIdentifier, SIGHUP)
    #expect(try eventually { try curl("-u", "ada:two", items).status == "200" })
    #expect(try curl("-u", "ada:one", items).status == "401")
    try Data("ada:plain\n".utf8).write(to: file)
    #expect(
      try eventually {
        _ = try curl("-u", "ada:two", items)
        return server.log.contains("the former passwords are still valid")
      })
    #expect(try curl("-u", "ada:two", items).status == "200")
    #expect(server.stop() == 0)
  }

  @Test func anAddressForOthersNeedsAPasswordOrTheWordInsecure() throws {
    let library = try scanned()
    let open = try Program.run(["serve", "--db", library.database, "--host", "0.0.0.0"])
    #expect(open.code == 2)
    #expect(open.messages.contains("--auth-file"))
    #expect(open.messages.contains("--insecure"))
    let server = try RunningServer(
      library, ["--host", "0.0.0.0"], environment: ["GEOINDEX_AUTH": "ada:swordfish"])
    #expect(server.log.contains("--tls-cert"))
    let port = try #require(URL(string: server.url)?.port)
    let address = "http://127.0.0.1:\(port)/collections"
    #expect(try curl("-H", "Host: 192.168.1.5:\(port)", address).status == "401")
    #expect(try curl("-u", "ada:swordfish", "-H", "Host: 192.168.1.5", address).status == "200")
    #expect(try curl("-u", "ada:swordfish", "-H", "Host: evil.example", address).status == "403")
  }

  @Test func withoutPasswordsZonesApplyToAllVisitorsIfOtherMachinesCanConnect() throws {
    let library = try scanned()
    let server = try RunningServer(library, ["--host", "0.0.0.0", "--insecure"])
    let own = try RunningServer(library)
    let port = try #require(URL(string: server.url)?.port)
    let photos = "collections/photos/items?limit=100"
    let open = "http://127.0.0.1:\(port)/"
    func count(_ address: String) throws -> Int? {
      let text = try curl(address).text
      let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return answer?["numberMatched"] as? Int
    }
    let all = try #require(try count(own.url + photos))
    #expect(try count(open + photos) == all)
    #expect(all > 0)
    #expect(try curl("-X", "POST", open + "scans").status == "202")
    func zone(_ words: String...) throws -> Int32 {
      try Program.run(["zone"] + words + ["--db", library.database]).code
    }
    #expect(try zone("add", "world", "--bbox", "-180,-90,180,90", "--hide") == 0)
    #expect(try count(open + photos) == 0)
    #expect(try curl("-X", "POST", open + "scans").status == "403")
    #expect(try curl(open).status == "200")
    #expect(try curl(open + "?share=unknown%0d%0aX-Evil:1").status == "403")
    #expect(try count(own.url + photos) == all)
    #expect(try zone("remove", "world") == 0)
    #expect(try count(open + photos) == all)
  }

  @Test func invalidOptionsAreRefusedBeforeTheServerStarts() throws {
    let library = try scanned()
    let folder = try TemporaryDirectory()
    try Data("ada:$apr1$x$y\n".utf8)
      .write(to: URL(fileURLWithPath: folder.file("old")))
    func run(_ more: [String], _ environment: [String: String] = [:]) throws -> Program.Outcome {
      try Program.run(
        ["serve", "--db", library.database, "--port", "0"] + more, environment: environment)
    }
    let old = try run(["--auth-file", folder.file("old")])
    #expect(old.code == 1)
    #expect(old.messages.contains("htpasswd -B"))
    #expect(old.messages.contains("line 1"))
    #expect(try run(["--auth-file", folder.file("none")]).code == 1)
    #expect(try run([], ["GEOINDEX_AUTH": "ada"]).code == 2)
    #expect(try run(["--auth-file", "x"], ["GEOINDEX_AUTH": "ada:b"]).code == 2)
    #expect(try run(["--tls-cert", "x"]).code == 2)
    #expect(try run(["--trust-proxy", "home"]).code == 2)
    #expect(try run(["--query-timeout", "0"]).code == 2)
  }

  @Test func connectionsUseTheCurrentCertificate() throws {
    let folder = try TemporaryDirectory()
    try makeCertificate("one", in: folder)
    let server = try RunningServer(
      try scanned(), ["--tls-cert", folder.file("cert"), "--tls-key", folder.file("key")])
    #expect(server.url.hasPrefix("https://"))
    let landing = try curl("-k", server.url + "?f=json")
    #expect(landing.status == "200")
    #expect(landing.text.contains("\"\(server.url)api\""))
    #expect(try name(server) == "one")
    try Data("broken".utf8).write(to: URL(fileURLWithPath: folder.file("cert")))
    #expect(eventually { server.log.contains("former certificate is still in use") })
    #expect(try name(server) == "one")
    try makeCertificate("two", in: folder)
    #expect(try eventually { try name(server) == "two" })
    #expect(try curl("-k", server.url + "collections").status == "200")
    #expect(server.stop() == 0)
  }

  @Test func aKeyOfAnotherCertificateIsRefused() throws {
    let (folder, other) = (try TemporaryDirectory(), try TemporaryDirectory())
    try makeCertificate("one", in: folder)
    try makeCertificate("two", in: other)
    let outcome = try Program.run([
      "serve", "--db", try scanned().database, "--port", "0", "--tls-cert", folder.file("cert"),
      "--tls-key", other.file("key"),
    ])
    #expect(outcome.code == 1)
    #expect(outcome.messages.contains("certificate"))
  }

  @Test func linksAreThoseOfTheProxyOnlyWhereItIsTrusted() throws {
    let library = try scanned()
    let fields = [
      "-H", "X-Forwarded-Proto: https", "-H", "X-Forwarded-Host: photos.example",
      "-H", "X-Forwarded-Prefix: /map", "-H", "X-Forwarded-For: 203.0.113.9",
    ]
    let believing = try RunningServer(
      library, ["--trust-proxy", "--allow-host", "photos.example"])
    let links = try curl(fields + [believing.url + "collections"])
    #expect(links.text.contains("\"https://photos.example/map/collections"))
    let other = try RunningServer(library, ["--trust-proxy", "10.0.0.1"])
    let own = try curl(fields + [other.url + "collections"])
    #expect(own.text.contains("\"\(other.url)collections"))
    #expect(!own.text.contains("photos.example"))
  }

  @Test func aLinkShowsItsPhotosUntilItIsRevoked() throws {
    let library = try scanned()
    try library.add("other/b.jpg", as: "2021-jordan/petra.jpg")
    #expect(try Program.run(["scan", "--quiet", library.root, "--db", library.database]).code == 0)
    let server = try RunningServer(library, environment: ["GEOINDEX_AUTH": "ada:swordfish"])
    func share(_ more: String...) throws -> Program.Outcome {
      try Program.run(["share", "--db", library.database] + more)
    }
    let made = try share(
      "--path", "other/*", "--base-url", String(server.url.dropLast()), "--expires", "2h", "--json")
    let address = try #require(try made.json()["url"] as? String)
    let id = try #require(try made.json()["id"] as? String)
    #expect(address.hasPrefix(server.url + "?share="))
    #expect(try share("--list").output.contains("\(id)  until "))
    let folder = try TemporaryDirectory()
    let jar = folder.file("cookies")
    #expect(
      try curl("-c", jar, "-H", "Accept: text/html", address).text.contains("<!doctype html>"))
    let items = server.url + "collections/photos/items"
    let seen = try curl("-b", jar, items)
    #expect(seen.text.contains("\"filename\":\"b.jpg\""))
    #expect(!seen.text.contains("other"))
    #expect(seen.text.contains("\"numberMatched\":1"))
    #expect(try curl("-b", jar, "-X", "POST", server.url + "locate").status == "403")
    #expect(try curl(items).status == "401")
    #expect(try share("--revoke", id).code == 0)
    #expect(try curl("-b", jar, items).status == "401")
    #expect(try curl(address).status == "403")
    #expect(try share("--revoke", id).code == 2)
    #expect(try share("--expires", "soon").code == 2)
    #expect(try share("--bbox", "1,2,3").code == 2)
    #expect(try Program.run(["share", "--db", folder.file("none")]).code == 1)
  }

  @Test func noLinkIsLostWhenManyAreMadeAtOnce() throws {
    let library = try scanned()
    let made = try Program.run(
      "sh",
      [
        "-c",
        """
        seq 12 | xargs -P 12 -I{} "$1" share --path '{}/*' --db "$2" --json
        """, "sh", Program.path, library.database,
      ])
    #expect(made.code == 0)
    let list = try Program.run(["share", "--list", "--json", "--db", library.database])
    let links = try #require(
      try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]])
    #expect(Set(links.compactMap { $0["path"] as? String }) == Set((1...12).map { "\($0)/*" }))
    #expect(try Program.run(["share", "--path", "a\n\nb", "--db", library.database]).code == 2)
    let after = try Program.run(["share", "--list", "--json", "--db", library.database])
    #expect(after.output == list.output)
  }

  @Test func aFullDiskLeavesTheLinksUnchanged() throws {
    let library = try scanned()
    let list = ["share", "--list", "--db", library.database]
    #expect(try Program.run(["share", "--path", "a/*", "--db", library.database]).code == 0)
    let before = try Program.run(list).output
    // The limit of file sizes is zero, so writing fails.
    for words in ["share --path 'b/*'", "zone add home --bbox 1,2,3,4"] {
      let outcome = try Program.run(
        "sh",
        [
          "-c", "trap '' XFSZ; ulimit -f 0; \"$1\" \(words) --db \"$2\"", "sh", Program.path,
          library.database,
        ])
      #expect(outcome.code == 1, "\(words)")
    }
    #expect(try Program.run(list).output == before)
    #expect(try Program.run(["zone", "list", "--db", library.database]).output.isEmpty)
    let folder = URL(fileURLWithPath: library.database).deletingLastPathComponent().path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!files.contains { $0.hasSuffix(".new") })
  }

  @Test func aZoneHidesFromGuestsOfARunningServerAtOnce() throws {
    let library = try scanned()
    let server = try RunningServer(library, environment: ["GEOINDEX_AUTH": "ada:swordfish"])
    func run(_ words: String...) throws -> Program.Outcome {
      try Program.run(words + ["--db", library.database])
    }
    let shared = try run("share", "--base-url", String(server.url.dropLast()))
    let token = try #require(shared.output.split(separator: "=").last)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let items = server.url + "collections/photos/items"
    func seen() throws -> String {
      try curl("-H", "Authorization: Bearer \(token)", items).text
    }
    #expect(try seen().contains("\"numberMatched\":1"))
    #expect(try run("zone", "add", "home", "--circle", "48.8584,2.2945,5000").code == 0)
    #expect(try seen().contains("\"numberMatched\":0"))
    #expect(try curl("-u", "ada:swordfish", items).text.contains("\"numberMatched\":1"))
    #expect(try run("zone", "list").output == "home  hidden  circle=48.8584,2.2945,5000.0\n")
    #expect(try run("doctor", "--json").output.contains("1 hide photos from guests"))
    #expect(try run("zone", "add", "home", "--bbox", "1,2,3,4").code == 2)
    #expect(try run("zone", "remove", "home").code == 0)
    #expect(try run("zone", "remove", "home").code == 2)
    #expect(try seen().contains("\"numberMatched\":1"))
    #expect(try run("zone", "add", "school", "--bbox", "2,48,3,49", "--coarse", "5000").code == 0)
    #expect(!(try seen()).contains("2.294"))
    for wrong in [
      ["add", "x"], ["add"], ["add", "", "--bbox", "1,2,3,4"], ["add", "x", "--circle", "1,2"],
      ["add", "x", "--circle", "91,2,100"], ["add", "x", "--circle", "1,2,0"],
      ["add", "x", "--circle", "1,2,nan"], ["add", "x", "--bbox", "1,2,3,4", "--coarse", "1"],
      ["add", "x", "--bbox", "1,2,3,4", "--circle", "1,2,3"], ["hide"], ["list", "x"],
      ["add", "x", "--bbox", "1,2,3,4", "--coarse", "100", "--hide"],
    ] {
      let outcome = try Program.run(["zone"] + wrong + ["--db", library.database])
      #expect(outcome.code == 2, "\(wrong)")
    }
    // If the zones cannot be read, guests see nothing.
    try "broken".write(
      toFile: library.database + ".zones", atomically: true, encoding: .utf8)
    let refused = try curl("-H", "Authorization: Bearer \(token)", items)
    #expect(refused.status == "503")
    #expect(refused.text.contains("geoindex doctor"))
    #expect(try run("doctor").code == 1)
    #expect(try run("zone", "list").code == 1)
  }

  /// The name in the server's certificate.
  private func name(_ server: RunningServer) throws -> String {
    let address = server.url.dropFirst("https://".count).dropLast()
    let shown = try Program.run(
      "sh",
      [
        "-c",
        "openssl s_client -connect \(address) </dev/null 2>/dev/null | openssl x509 -noout -subject",
      ])
    return String(shown.output.split(separator: " ").last ?? "")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func makeCertificate(_ name: String, in folder: TemporaryDirectory) throws {
    let outcome = try Program.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=\(name)", "-keyout", folder.file("key"), "-out",
        folder.file("cert"),
      ])
    try #require(outcome.code == 0, "\(outcome.messages)")
  }
}
