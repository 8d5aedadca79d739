internal import CPhotoShims
internal import GeoIndexClient

extension Option {
  static let cacert = Option(
    "--cacert", "FILE",
    "trust the authorities in this file (PEM); else those in $SSL_CERT_FILE or of the system")
}

/// Sends requests to a server over HTTP or HTTPS with libcurl, which is loaded when it is first needed.
///
/// Foundation's client would make the program start slower. Redirections are not followed.
@safe final class ServerConnection {
  private static let mostSeconds: UInt32 = 60
  private static let mostBytes = 1 << 28

  private let address: ServerAddress
  private let authorities: String?
  private let credentials: String?
  private let client: UnsafeMutableRawPointer

  /// Makes a connection to the address of an option.
  ///
  /// - Parameter signsIn: Whether the server gets the password in `$GEOINDEX_AUTH`, if it is on this machine
  ///   or the connection uses HTTPS.
  init(_ text: String, _ arguments: ParsedArguments, signsIn: Bool = false) throws {
    // The text before an @ may be a password, so messages must not contain it.
    guard !text.contains("@") else {
      throw arguments.usage(
        "--server does not accept a user name or password in the URL, but in $GEOINDEX_AUTH: \(text.withoutCredentials)"
      )
    }
    guard let address = ServerAddress(text) else {
      throw arguments.usage(
        "--server \"\(text)\" is not an address such as http://127.0.0.1:8080/")
    }
    guard let client = unsafe photo_client_start() else {
      throw ClientError.unreachable(
        Unreachable("libcurl is not installed; sudo apt-get install libcurl4"))
    }
    self.address = address
    unsafe self.client = unsafe client
    authorities = Self.authorities(arguments)
    let mayKnowPassword = address.isEncrypted || address.isLocal
    credentials = signsIn && mayKnowPassword ? Environment.value("GEOINDEX_AUTH") : nil
  }

  deinit { unsafe photo_client_end(client) }

  /// The file with the trusted authorities; nil for those of the system.
  static func authorities(_ arguments: ParsedArguments) -> String? {
    arguments.value(.cacert) ?? Environment.value("CURL_CA_BUNDLE")
      ?? Environment.value("SSL_CERT_FILE")
  }

  /// Sends a request and reads the whole response.
  func exchange(_ request: Request) throws(ClientError) -> Reply {
    var reply = unsafe photo_client_reply()
    defer { unsafe photo_client_reply_release(&reply) }
    unsafe send(request, &reply)
    let text = unsafe withUnsafeBytes(of: reply.text) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let status = unsafe Int(reply.status)
    guard status != 0 else { throw .unreachable(Unreachable("\(address.authority): \(text)")) }
    let body = unsafe Array(UnsafeBufferPointer(start: reply.body, count: reply.count))
    return Reply(status: status, headers: text.isEmpty ? [:] : ["Content-Type": text], body: body)
  }

  private func send(_ request: Request, _ reply: inout photo_client_reply) {
    let url = address.base + request.target
    unsafe url.withCString { url in
      unsafe (request.headers["Accept"] ?? "*/*").withCString { accept in
        unsafe withOptionalCString(request.content?.type) { type in
          unsafe withOptionalCString(credentials) { credentials in
            unsafe withOptionalCString(authorities) { authorities in
              unsafe (request.content?.bytes ?? []).withUnsafeBufferPointer { content in
                var question = unsafe photo_client_request()
                unsafe question.url = url
                unsafe question.accept = accept
                unsafe question.content_type = type
                unsafe question.content = request.content == nil ? nil : content.baseAddress
                unsafe question.content_count = content.count
                unsafe question.credentials = credentials
                unsafe question.authorities = authorities
                unsafe question.most_bytes = Self.mostBytes
                unsafe question.seconds = Self.mostSeconds
                unsafe question.is_local = address.isLocal ? 1 : 0
                unsafe photo_client_send(client, &question, &reply)
              }
            }
          }
        }
      }
    }
  }

  /// Name and version of libcurl, if it is installed.
  static var libraryVersion: String? {
    var name = [CChar](repeating: 0, count: Int(PHOTO_CLIENT_TEXT_SIZE))
    guard unsafe photo_client_version(&name) == 1 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Passes a text to C, or NULL.
func withOptionalCString(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
  if let text {
    unsafe text.withCString { unsafe body($0) }
  } else {
    body(nil)
  }
}

extension String {
  /// The address for messages: without everything before the last `@`.
  var withoutCredentials: String {
    guard let at = lastIndex(of: "@") else { return self }
    let scheme = firstRange(of: "://").map { String(self[..<$0.upperBound]) } ?? ""
    return scheme + "…" + String(self[at...])
  }
}

/// An address of the form `http://host:port/prefix` or `https://host:port/prefix`.
struct ServerAddress {
  /// Whether it begins with `https`.
  let isEncrypted: Bool
  /// The host, without the brackets of an IPv6 address.
  let host: String
  /// The host and port as they were written.
  let authority: String
  /// The whole address, without a trailing slash.
  let base: String

  init?(_ text: String) {
    guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return nil }
    isEncrypted = scheme == "https://"
    let rest = text.dropFirst(scheme.count)
    guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !rest.contains("@"),
      !rest.contains("?"), !rest.contains("#")
    else { return nil }
    authority = String(rest.prefix { $0 != "/" })
    var address = text[...]
    while address.hasSuffix("/") { address.removeLast() }
    base = String(address)
    var name = Substring(authority)
    if let colon = name.lastIndex(of: ":"), !name[colon...].contains("]") {
      guard let number = UInt16(name[name.index(after: colon)...]), number > 0 else { return nil }
      name = name[..<colon]
    }
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    guard !name.isEmpty else { return nil }
    host = String(name)
  }

  /// Whether it denotes this machine.
  var isLocal: Bool { ["127.0.0.1", "localhost", "::1"].contains(host) }
}
