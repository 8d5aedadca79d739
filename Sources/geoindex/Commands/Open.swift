internal import GeoIndexClient
internal import PhotoExchange
internal import PhotoFacts

extension Command {
  static let open = Command(
    name: "open",
    summary: "open the map of a running server in the browser",
    options: [
      .server.saying("the server (default: this machine's, at the configured host and port)"),
      .cacert, .port.saying("the port of the server on this machine (default: 8080)"), .host,
    ],
    notes: """
      The browser is started with xdg-open. Without a desktop the address is printed instead; from
      another machine, ssh -L 8080:localhost:8080 <this machine> makes it reachable there.
      """,
    examples: [
      ("geoindex open", "the map of the server on this machine"),
      ("geoindex open --port 9000", "of one that listens on another port"),
    ],
    run: { try OpenCommand(arguments: $0).run() })
}

private struct OpenCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let address = try address()
    let connection = try ServerConnection(address, arguments)
    try checkAnswer(of: connection, at: address)
    if arguments.has(.json) {
      try Output.standard.writeJSON { json in json.object { $0.member("url", address) } }
    } else {
      try Output.standard.write(address + "\n")
    }
    guard hasDesktop else {
      Console.error("geoindex: there is no desktop here; open the address in a browser")
      return .done
    }
    guard startBrowser(address) else {
      Console.error("geoindex: xdg-open could not be started; open the address in a browser")
      return .failed
    }
    return .done
  }

  private func checkAnswer(of connection: ServerConnection, at address: String) throws {
    do {
      let reply = try connection.exchange(Endpoint.health().request)
      guard reply.status != 200 else { return }
      throw InputError(
        description:
          "\(address) answers \(reply.status); give the address of a geoindex server with --server")
    } catch let error as ClientError {
      throw InputError(description: "\(error)\nStart the server with: geoindex serve")
    }
  }

  private func address() throws -> String {
    if let server = arguments.value(.server) { return server }
    let host = arguments.value(.host) ?? "127.0.0.1"
    let reachable = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
    let port = try arguments.whole(.port, in: 1...65_535) ?? 8_080
    let hasCertificate = arguments.elsewhere?.setting(of: .tlsCert) != nil
    return
      "\(hasCertificate ? "https" : "http")://\(reachable.contains(":") ? "[\(reachable)]" : reachable):\(port)/"
  }

  private var hasDesktop: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment.value($0) != nil }
  }

  /// Runs xdg-open to its end, which comes once the browser has the address.
  private func startBrowser(_ address: String) -> Bool {
    Subprocess.run([FilePath("xdg-open"), FilePath(address)]) == 0
  }
}
