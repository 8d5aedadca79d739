internal import Glibc
internal import HTTPServer
internal import MapService
internal import People
internal import PhotoFacts
internal import PhotoIndex
internal import Synchronization
internal import Sharing

extension Option {
  static let authFile = Option(
    "--auth-file", "FILE",
    "require a password of this htpasswd file (default: user:password in $GEOINDEX_AUTH)")
  static let tlsCert = Option("--tls-cert", "FILE", "use HTTPS with this certificate chain (PEM)")
  static let tlsKey = Option("--tls-key", "FILE", "the private key of the certificate (PEM)")
  static let trustProxy = Option(
    "--trust-proxy", "[ADDRESS]",
    "trust X-Forwarded-… and Forwarded of this proxy or network (default: this machine)",
    isRepeatable: true)
  static let insecure = Option(
    "--insecure", nil, "allow other machines to connect without a password")
}

/// The access rules of a server, from options and environment.
final class ServerAccess: Sendable {
  /// The passwords of owners in a file or in the environment; nil without.
  private let passwords: PasswordSource?

  /// The trusted proxies.
  let proxies: ProxyTrust?

  private let arguments: ParsedArguments
  private let identity: HTTPServer.TLSIdentity?
  private let certificate: Mutex<CertificateFiles?>

  static let options: [Option] = [
    .authFile, .tlsCert, .tlsKey, .trustProxy, .insecure,
  ]

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    passwords = try Self.passwords(arguments)
    proxies = try Self.proxies(arguments)
    var files = try Self.certificate(arguments)
    identity = try files?.readIfChanged()
    certificate = Mutex(files)
  }

  /// The URL scheme of the server.
  var scheme: String { identity == nil ? "http" : "https" }

  /// Configures the server; throws if it would expose photos without a password.
  func configure(_ configuration: inout HTTPServer.Configuration) throws {
    let host = configuration.host
    let isLoopback = Self.isLoopback(host)
    // With a record, the users are known only when the record has answered.
    let asksForPassword = try passwords != nil || hasUsers()
    let isOwn = try RecordLocation.address(arguments) == nil
    if isOwn, !asksForPassword {
      try requireReason(toListenOn: host)
    }
    if !isLoopback, identity == nil, asksForPassword, !arguments.has(.quiet) {
      Console.error(
        "geoindex: passwords and photos cross the network unencrypted; use --tls-cert and --tls-key"
      )
    }
    configuration.tls = identity
    configuration.policy.isEncrypted = identity != nil
    configuration.policy.trustedProxies = proxies
    configuration.policy.allowsAddresses = !isLoopback
  }

  /// Whether there are users beside the index.
  private func hasUsers() throws -> Bool {
    try !UserRegister(index: Locations.database(arguments)).entries().isEmpty
  }

  /// Throws if everyone who can reach the machine would see the photos, and that is not intended.
  private func requireReason(toListenOn host: String) throws {
    guard Self.isLoopback(host) || arguments.has(.insecure) else {
      throw arguments.usage(
        """
        --host \(host) would show the photos to everyone who can reach this machine. Add users (geoindex user add NAME), \
        give --auth-file or $GEOINDEX_AUTH, or use --insecure if that is intended
        """)
    }
  }

  /// Who may sign in to the server of an index.
  func signIn(_ index: PhotoIndex, _ lists: (any SharedLists)?, meter: RequestMeter) throws
    -> (accounts: UserAccounts, check: PasswordCheck)
  {
    let accounts = try UserAccounts(file: passwords, index: index, lists: lists) {
      Console.error("geoindex: \($0)")
    }
    return (accounts, PasswordCheck(accounts, meter: meter))
  }

  /// Whether an address is reachable only from this machine.
  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  /// Puts an access guard in front of the service, which opens to everyone while there are no users.
  func guarding(
    _ service: MapService, _ check: PasswordCheck, listeningOn host: String, meter: RequestMeter
  ) throws -> any Responder {
    var options = AccessGuard.Options()
    options.openPaths = [["healthz"], ["session"]]
    options.healthPaths = [["healthz"]]
    // A browser sends the password with requests of any page, so other sites read nothing unless they are named. That
    // begins with the first user, and not before: a server that waits for its record does not know yet.
    options.allowsOtherSites = arguments.has(.cors)
    options.meter = meter
    options.isSigned = { MapService.isSigned($0) }
    options.signInPage = { service.signInPage(for: $0) }
    let links = ShareRegister(index: try Locations.database(arguments))
    options.guest = { try links.guest(of: $0) }
    // While it waits, the record may turn out to have no users.
    guard check.isWaiting || !check.isRequired else {
      return AccessGuard(check, options: options, inside: service)
    }
    let open: any Responder
    if check.isWaiting, !Self.isLoopback(host), !arguments.has(.insecure) {
      open = WithoutUsers(inside: service)
    } else {
      try requireReason(toListenOn: host)
      try warnOfLinks()
      open = Self.isLoopback(host) ? service : try anonymousAccess(service)
    }
    return AccessGuard(check, options: options, inside: service, whileOpen: open)
  }

  /// Warns that links restrict nothing on a server without a password.
  private func warnOfLinks() throws {
    // If the list is unreadable, every guest is refused, but the server starts.
    let register = ShareRegister(index: try Locations.database(arguments))
    guard let links = try? register.links(), links.contains(where: { $0.expires > time(nil) }),
      !arguments.has(.quiet)
    else {
      return
    }
    Console.error(
      """
      geoindex: there are share links, but this server requires no password: everyone who can connect \
      sees all photos. Add users (geoindex user add NAME), or set --auth-file or $GEOINDEX_AUTH, so that links restrict what guests see
      """)
  }

  private func anonymousAccess(_ service: MapService) throws -> any Responder {
    let access = try AnonymousAccess(
      inside: service, index: Locations.database(arguments),
      isReplica: RecordLocation.address(arguments) != nil)
    if access.hidesAnything, !arguments.has(.quiet) {
      Console.error(
        """
        geoindex: without a password the owner cannot be recognised: zones hide their photos from all \
        visitors
        """)
    }
    return access
  }

  /// Reads passwords and certificates again if their files have changed, or on request.
  func refresh(_ server: HTTPServer, wasAsked: Bool) {
    passwords?.refresh(atOnce: wasAsked)
    do {
      guard let renewed = try certificate.withLock({ try $0?.readIfChanged() }) else { return }
      try server.renew(renewed)
    } catch {
      Console.error("geoindex: \(error); the former certificate is still in use")
    }
  }

  private static func passwords(_ arguments: ParsedArguments) throws -> PasswordSource? {
    let given = Environment.path("GEOINDEX_AUTH")?.bytes
    let isInFile = if case .file = arguments.origin(of: .authFile) { true } else { false }
    guard let file = arguments.path(.authFile), given == nil || !isInFile else {
      return try given.map { PasswordSource(try passwords($0, arguments)) }
    }
    guard given == nil else {
      throw arguments.usage(
        "--auth-file and $GEOINDEX_AUTH are both set; set only one of them")
    }
    return try PasswordSource(file: file.bytes) { Console.error("geoindex: \($0)") }
  }

  private static func passwords(_ given: [UInt8], _ arguments: ParsedArguments) throws -> Passwords
  {
    let parts = given.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw arguments.usage("$GEOINDEX_AUTH is not user:password")
    }
    return Passwords(user: String(decoding: parts[0], as: UTF8.self), password: Array(parts[1]))
  }

  private static func proxies(_ arguments: ParsedArguments) throws -> ProxyTrust? {
    guard arguments.has(.trustProxy) else { return nil }
    let ranges = try arguments.all(.trustProxy).flatMap { text in
      guard !text.isEmpty else { return AddressRange.loopback }
      guard let range = AddressRange(text) else {
        throw arguments.usage(
          "--trust-proxy \"\(text)\" is not an address such as 10.0.0.5 or 192.168.0.0/16")
      }
      return [range]
    }
    return ProxyTrust(ranges)
  }

  private static func certificate(_ arguments: ParsedArguments) throws -> CertificateFiles? {
    switch (arguments.path(.tlsCert), arguments.path(.tlsKey)) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
      return CertificateFiles(certificate: certificate.bytes, key: key.bytes)
    default:
      throw arguments.usage(
        "--tls-cert and --tls-key must be given together")
    }
  }
}

/// Refuses everything, because the record has no users and other machines can reach the server.
///
/// A server that knows this when it starts does not start.
private struct WithoutUsers: Responder {
  let inside: any Responder

  func words(for problem: Problem, to request: Request) -> ProblemWords? {
    inside.words(for: problem, to: request)
  }

  func respond(to request: Request) throws -> EventualResponse {
    var request = request
    request.visitor = .stranger
    guard request.path == ["healthz"] else {
      throw Problem.unavailable(
        "The library has no users, and other machines can reach this server, so it shows nothing. Add an owner: "
          + "geoindex user add NAME --role owner",
        retryAfter: 60)
    }
    return try inside.respond(to: request)
  }
}

extension ParsedArguments {
  /// The public address of the server, without a trailing slash.
  func baseURL() throws -> String? {
    guard var url = value(.baseURL) else { return nil }
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw usage(
        "--base-url \"\(url.withoutCredentials)\" does not begin with http:// or https://")
    }
    guard url.utf8.allSatisfy({ $0 > 32 && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    else {
      throw usage(
        "--base-url \"\(url.withoutCredentials)\" has a ?, # or blank in it; give scheme, host and path alone"
      )
    }
    while url.hasSuffix("/") { url.removeLast() }
    return url
  }
}
