import Foundation
import TestSupport
import Testing

/// Two servers of one record: one has the photos, the other fetches their pictures.
@Suite("Pictures of another machine", .serialized) struct PictureServerTests {
  private let cluster: Cluster
  private let library: Library
  private let folder: TemporaryDirectory

  init() throws {
    (cluster, library, folder) = (try Cluster(), try Library(), try TemporaryDirectory())
  }

  private func serve(_ machine: String, _ more: [String] = []) throws -> RunningServer {
    try RunningServer(
      library,
      words: [
        "serve", "--db", cluster.address, "--machine", machine, "--replica",
        cluster.replicas(of: machine),
        "--cache", folder.file("cache-" + machine),
      ] + (more.contains("--port") ? [] : ["--port", "0"]) + more,
      environment: cluster.environment)
  }

  private func freePort() throws -> Int {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("free_port.py").path
    let outcome = try Program.run("python3", [script])
    return try #require(Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// The status and the body that curl gets.
  private func get(_ url: String, _ more: [String] = []) throws -> (status: Int, body: Data) {
    let file = folder.file("body")
    try? FileManager.default.removeItem(atPath: file)
    let outcome = try Program.run(
      "curl", ["--silent", "--output", file, "--write-out", "%{http_code}"] + more + [url])
    let body = (try? Data(contentsOf: URL(fileURLWithPath: file))) ?? Data()
    return (Int(outcome.output) ?? 0, body)
  }

  @Test("come from its server in ranges and pieces, and the page still works when it is down")
  func pictures() throws {
    try library.add("a.jpg")
    let sample = try Data(contentsOf: URL(fileURLWithPath: library.file("a.jpg")))
    try library.write(
      "long.jpg", sample + Data((0..<7_000_000).map { UInt8(truncatingIfNeeded: $0 >> 9) }))
    #expect(try cluster.run(["scan", "--quiet", library.root], as: "one").code == 0)
    let port = try freePort()
    let near = try serve(
      "one", ["--port", "\(port)", "--announce", "http://127.0.0.1:\(port)"])
    let far = try serve("two")
    let ids = try cluster.sql("SELECT id FROM geoindex.photos ORDER BY path").split(separator: "\n")
    try #require(ids.count == 2)
    let isFetched = try eventually { try get(far.url + "photos/\(ids[0])/original").status == 200 }
    #expect(isFetched, "\(far.log)")
    for (id, name) in zip(ids, ["a.jpg", "long.jpg"]) {
      let file = try Data(contentsOf: URL(fileURLWithPath: library.file(name)))
      #expect(try get(far.url + "photos/\(id)/original").body == file)
      let part = try get(far.url + "photos/\(id)/original", ["--range", "1000-"])
      #expect(part.status == 206)
      #expect(part.body == file.dropFirst(1_000))
      let head = try get(far.url + "photos/\(id)/original", ["--head"])
      #expect(head.status == 200)
    }
    let small = try get(far.url + "photos/\(ids[0])/thumbnail?width=160")
    #expect(small.status == 200)
    #expect(small.body.starts(with: [0xFF, 0xD8]))
    // Both servers follow a new key.
    let former = try cluster.sql("SELECT encode(value, 'hex') FROM geoindex.picture_key")
    try cluster.sql(
      "UPDATE geoindex.picture_key SET value = sha256(gen_random_uuid()::text::bytea)")
    let agree = try eventually {
      try get(far.url + "photos/\(ids[0])/original").status == 200
        && get(near.url + "photos/\(ids[0])/original").status == 200
    }
    #expect(agree)
    #expect(near.stop() == 0)
    let down = try get(far.url + "photos/\(ids[1])/original")
    #expect(down.status == 503)
    #expect(String(decoding: down.body, as: UTF8.self).contains("the machine one"))
    #expect(try get(far.url + "photos/\(ids[0])/thumbnail?width=160").body == small.body)
    let items = try get(far.url + "collections/photos/items?f=json").body
    #expect(String(decoding: items, as: UTF8.self).contains(#""numberMatched":2"#))
    let key = try cluster.sql("SELECT encode(value, 'hex') FROM geoindex.picture_key")
    #expect(key.count == 64)
    #expect(key != former)
    #expect(!near.log.contains(key))
    #expect(!far.log.contains(key))
  }

  /// A server that answers every request with a script of shell, as the machine one.
  private func hostile(_ answer: String) throws -> (process: Process, port: Int) {
    let port = try freePort()
    let script = folder.file("hostile.py")
    try Data(Self.hostileServer.utf8).write(to: URL(fileURLWithPath: script))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script, "\(port)", answer]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // It prints a line when it listens.
    _ = output.fileHandleForReading.availableData
    return (process, port)
  }

  private static let hostileServer = """
    import socket, sys, threading, time
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    print("ready", flush=True)
    def answer(client):
        try:
            client.recv(65536)
            kind = sys.argv[2]
            if kind == "redirect":
                client.sendall(b"HTTP/1.1 302 Found\\r\\nLocation: http://127.0.0.1:1/\\r\\nContent-Length: 0\\r\\n\\r\\n")
            elif kind == "endless":
                client.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Type: image/jpeg\\r\\n\\r\\n")
                while True: client.sendall(b"x" * 65536)
            elif kind == "silent":
                client.recv(1)
            elif kind == "header":
                client.sendall(b"HTTP/1.1 200 OK\\r\\n")
                while True: client.sendall(b"X: " + b"x" * 1000 + b"\\r\\n")
            elif kind == "garbage":
                client.sendall(bytes(range(256)))
        except OSError: pass
        client.close()
    while True:
        client, _ = listener.accept()
        threading.Thread(target=answer, args=(client,), daemon=True).start()
    """

  @Test(
    "are not shown if a hostile server answers in its place, within a bounded time",
    arguments: ["redirect", "endless", "silent", "header", "garbage"])
  func hostileServers(answer: String) throws {
    try library.add("a.jpg")
    #expect(try cluster.run(["scan", "--quiet", library.root], as: "one").code == 0)
    let server = try hostile(answer)
    defer {
      // Processes that Foundation starts may have SIGTERM blocked.
      kill(server.process.processIdentifier, SIGKILL)
      server.process.waitUntilExit()
    }
    try cluster.sql("INSERT INTO geoindex.server VALUES ('one', 'http://127.0.0.1:\(server.port)')")
    let far = try serve("two")
    let id = try cluster.sql("SELECT id FROM geoindex.photos")
    let isKnown = try eventually {
      try get(far.url + "photos/\(id)/thumbnail", ["--max-time", "30"]).status != 404
    }
    #expect(isKnown)
    let started = ContinuousClock.now
    let reply = try get(far.url + "photos/\(id)/original", ["--max-time", "30"])
    #expect(reply.status == 503)
    #expect(started.duration(to: .now) < .seconds(25))
    // The server still answers others.
    #expect(try get(far.url + "healthz").status == 200)
  }
}
