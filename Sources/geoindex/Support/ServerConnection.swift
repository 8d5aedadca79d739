internal import CPhotoShims
internal import GeoIndexClient
internal import Glibc

/// A minimal HTTP/1.1 client with one connection per request.
///
/// It avoids Foundation, which would make the program start slower.
struct ServerConnection {
  private static let timeoutSeconds = 60

  private let address: ServerAddress

  /// Makes a connection to the address of an option.
  init(_ text: String, _ arguments: ParsedArguments) throws {
    // The part before an @ may contain a password, which messages must not repeat.
    guard !text.contains("@") else {
      throw arguments.usage(
        "--server does not accept a user name or password in the URL: \(text.withoutCredentials)")
    }
    guard let address = ServerAddress(text) else {
      throw arguments.usage(
        "--server \"\(text)\" is not an address such as http://127.0.0.1:8080/")
    }
    self.address = address
  }

  /// Sends a request and reads the whole response.
  func exchange(_ request: Request) throws(ClientError) -> Reply {
    do throws(Unreachable) {
      let descriptor = try connect()
      defer { close(descriptor) }
      try send(header(of: request) + (request.content?.bytes ?? []), descriptor)
      var answer = ResponseReader()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while !answer.isComplete {
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw failure("no response") }
        try answer.take(buffer[..<count])
      }
      return try answer.reply()
    } catch {
      throw .unreachable(error)
    }
  }

  private func header(of request: Request) -> [UInt8] {
    let method = request.content == nil ? "GET" : "POST"
    let content = request.content.map {
      "Content-Type: \($0.type)\r\nContent-Length: \($0.bytes.count)\r\n"
    }
    let text =
      "\(method) \(address.prefix)\(request.target) HTTP/1.1\r\nHost: \(address.authority)\r\n"
      + "Accept: \(request.accept)\r\n\(content ?? "")User-Agent: geoindex\r\n"
      + "Connection: close\r\n\r\n"
    return Array(text.utf8)
  }

  /// Connects to the first address of the host that accepts.
  private func connect() throws(Unreachable) -> Int32 {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(address.host, address.port, &hints, &found)
    defer { if let found = unsafe found { unsafe freeaddrinfo(found) } }
    guard code == 0 else {
      throw Unreachable("\(address.host): \(unsafe String(cString: gai_strerror(code)))")
    }
    var last = failure("the name has no address")
    var next = unsafe found
    while let entry = unsafe next {
      let information = unsafe entry.pointee
      unsafe next = information.ai_next
      let descriptor = unsafe socket(
        information.ai_family, information.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { continue }
      var timeoutSeconds = timeval(tv_sec: Self.timeoutSeconds, tv_usec: 0)
      for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
        unsafe setsockopt(
          descriptor, SOL_SOCKET, option, &timeoutSeconds, socklen_t(MemoryLayout<timeval>.size))
      }
      if unsafe Glibc.connect(descriptor, information.ai_addr, information.ai_addrlen) == 0 {
        return descriptor
      }
      last = failure("cannot connect")
      close(descriptor)
    }
    throw last
  }

  private func send(_ bytes: [UInt8], _ descriptor: Int32) throws(Unreachable) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("cannot send the request") }
      rest = rest.dropFirst(count)
    }
  }

  private func failure(_ what: String) -> Unreachable {
    Unreachable("\(address.authority): \(what) (\(unsafe String(cString: strerror(errno))))")
  }
}

extension String {
  /// The address without user name and password, for messages.
  var withoutCredentials: String {
    guard let at = lastIndex(of: "@") else { return self }
    let scheme = firstRange(of: "://").map { String(self[..<$0.upperBound]) } ?? ""
    return scheme + "…" + String(self[at...])
  }
}

/// An address of the form `http://host:port/prefix`.
struct ServerAddress {
  /// The host for the resolver.
  let host: String
  let port: String
  /// The host and port as written.
  let authority: String
  /// The path prefix of the server, without a trailing slash.
  let prefix: String

  init?(_ text: String) {
    guard text.hasPrefix("http://") else { return nil }
    let rest = text.dropFirst("http://".count)
    guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !rest.contains("@"),
      !rest.contains("?"), !rest.contains("#")
    else { return nil }
    authority = String(rest.prefix { $0 != "/" })
    var path = rest.dropFirst(authority.count)
    while path.hasSuffix("/") { path.removeLast() }
    prefix = String(path)
    var name = Substring(authority)
    var number = "80"
    if let colon = name.lastIndex(of: ":"), !name[colon...].contains("]") {
      number = String(name[name.index(after: colon)...])
      name = name[..<colon]
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    guard !name.isEmpty, let known = UInt16(number), known > 0 else { return nil }
    host = String(name)
    port = number
  }
}
