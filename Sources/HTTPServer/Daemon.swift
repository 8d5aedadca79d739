internal import CPhotoShims
internal import Glibc

/// Owns libmicrohttpd's threads and connections.
///
/// Unchecked: the handle is set before the object is shared, and has three users. The listener's thread adds
/// connections, which the library allows from any thread; before `stop` is called, it has ended or passes connections
/// to another daemon. The library's threads call back and use only `Sendable` parts. `stop` is called once by the
/// thread that took the daemon out of `HTTPServer`, or by `deinit`.
@safe final class Daemon: @unchecked Sendable {
  let policy: HTTPPolicy
  let responder: any Responder
  let accessLog: (@Sendable (HTTPServer.AccessRecord) -> Void)?
  let meter: RequestMeter?
  let traffic = Traffic()

  /// The threads for slow responses.
  let workers: WorkerPool

  /// The threads for responses that wait for other machines.
  let distantWorkers: WorkerPool

  /// The limit of request bodies in files, enough for a few of the longest.
  let spoolBudget: SpoolBudget

  /// The response to a connection above the limit.
  let overloadedResponse: [UInt8]

  /// Closes idle and slow connections.
  let timeouts: ConnectionTimeouts

  /// The long responses that are being sent.
  let bufferedResponses: BufferedResponses

  /// What clients still send after an early refusal.
  let unreadContent = UnreadContent()

  private var handle: OpaquePointer?

  /// Whether requests are recorded, with their durations.
  var recordsRequests: Bool { accessLog != nil || meter != nil }

  init(configuration: HTTPServer.Configuration, responder: any Responder) throws(ServerError) {
    self.responder = responder
    workers = WorkerPool(threads: configuration.slowThreads)
    distantWorkers = WorkerPool(threads: configuration.distantThreads)
    policy = configuration.policy
    let longest = configuration.policy.limits.longContent.values.max() ?? 0
    spoolBudget = SpoolBudget(longest.multipliedReportingOverflow(by: 4).partialValue)
    accessLog = configuration.accessLog
    meter = configuration.meter
    timeouts = ConnectionTimeouts(configuration)
    bufferedResponses = BufferedResponses(budget: configuration.bufferedResponsesLimit)
    overloadedResponse = Self.makeOverloadedResponse()
    let threads = max(1, configuration.threads)
    var setup = unsafe photo_http_setup()
    unsafe setup.threads = UInt32(threads)
    unsafe setup.idle_seconds = UInt32(clamping: configuration.idleSeconds)
    // Room for a long target or header, and for the header of the response. Not more: the library clears all of it
    // after each request, which at 64 KiB took a sixth of the time of a small one.
    let limits = policy.limits
    unsafe setup.connection_memory = max(limits.target, limits.header) + 8_192
    unsafe setup.callbacks = DaemonCallbacks.table(owner: self)
    unsafe handle = Self.start(setup, configuration.tls)
    guard unsafe handle != nil else {
      throw ServerError(
        .cannotStart,
        configuration.tls == nil
          ? "The HTTP library could not start its threads; end other programs, or allow more threads."
          : "The HTTP library could not start: certificate and key have to be PEM, and to match.")
    }
    timeouts.start()
  }

  deinit { stop(drainSeconds: 0) }

  private static func start(_ setup: photo_http_setup, _ tls: HTTPServer.TLSIdentity?)
    -> OpaquePointer?
  {
    var setup = unsafe setup
    guard let tls else { return unsafe photo_http_start(&setup) }
    let certificate = String(decoding: tls.certificate, as: UTF8.self)
    let key = String(decoding: tls.privateKey, as: UTF8.self)
    return unsafe certificate.withCString { certificate in
      unsafe key.withCString { key in
        unsafe setup.certificate = certificate
        unsafe setup.private_key = key
        return unsafe photo_http_start(&setup)
      }
    }
  }

  private static func makeOverloadedResponse() -> [UInt8] {
    let problem = Problem.unavailable("All connections are in use; try again.", retryAfter: 1)
    let document = problem.document
    let head =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\n"
      + "Content-Length: \(document.count)\r\nRetry-After: 1\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + document
  }

  /// Passes a connection to the library, which closes it even if it refuses it.
  func add(_ connection: CInt, from address: UnsafePointer<sockaddr>?, size: socklen_t) {
    guard let handle = unsafe handle else { return }
    if unsafe photo_http_add(handle, connection, address, size) == 0 {
      timeouts.refused(connection)
    }
  }

  /// Waits for the requests in flight, then closes all connections.
  func stop(drainSeconds: Int) {
    guard let handle = unsafe handle else { return }
    unsafe self.handle = nil
    traffic.drain(seconds: drainSeconds)
    // The library must not be stopped while a connection is suspended.
    workers.stop()
    distantWorkers.stop()
    timeouts.stop()
    unsafe photo_http_stop(handle)
  }
}
