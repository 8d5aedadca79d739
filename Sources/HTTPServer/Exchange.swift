internal import Glibc
internal import Synchronization

/// One request and its response, from the request line to the last byte.
///
/// It belongs to one connection, which belongs to one thread of libmicrohttpd.
final class Exchange {
  private enum Phase { case header, admission, content, waiting, answered }

  /// How much of a body beyond the limit is read and discarded, so that the client gets to read its 413.
  private static let discardLimit = 16_777_216

  private let daemon: Daemon
  private let target: [UInt8]
  private var method = ""
  private var headers = Headers()
  private var endsConnection = false
  private var phase = Phase.header
  private var content: [UInt8] = []
  private var spool: SpooledContent?
  private var spoolFailure: SpooledContent.Failure?
  private var contentCount = 0
  private var peer: PeerAddress?
  private var status: Int?
  private var bodyCount: Int?
  private var operation: Int?
  private let startedAt: Int
  private let late = DeferredValue<Response>()
  private let verdict = DeferredValue<Problem?>()
  private var watched: WatchedConnection?

  init(daemon: Daemon, target: UnsafePointer<CChar>?) {
    self.daemon = daemon
    startedAt = daemon.recordsRequests ? Self.microseconds() : 0
    guard let target = unsafe target else {
      self.target = []
      return
    }
    let bytes = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target))
    self.target = unsafe Array(bytes)
  }

  private static func microseconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
  }

  /// Receives the header, then pieces of the body, then the end; returns whether to continue.
  func received(_ connection: LibraryConnection, content piece: UnsafeRawBufferPointer) -> Bool {
    switch phase {
    case .header:
      phase = .content
      watched = connection.watched
      watched?.enter(.content)
      daemon.traffic.enter()
      daemon.meter?.began()
      (method, headers, peer) = (connection.method, connection.headers, connection.peer)
      return refuseAmbiguousHeader(connection) ?? admitContent(connection)
    case .admission:
      // Without a verdict the client has left, so close the connection.
      guard let problem = verdict.take() else { return false }
      phase = .content
      watched?.enter(.content)
      return refuseContent(problem, on: connection)
    case .content where unsafe piece.isEmpty:
      // The request is complete; any further delay is not the client's.
      watched?.enter(.answer)
      switch process(connection) {
      case .now(let response):
        phase = .answered
        return queue(response, on: connection)
      case .later(let make):
        phase = .waiting
        waitForResponse(make, connection, daemon.workers)
        return true
      case .distant(let make):
        phase = .waiting
        waitForResponse(make, connection, daemon.distantWorkers)
        return true
      }
    case .waiting:
      phase = .answered
      // Without a response the client has left, so close the connection.
      guard let response = late.take() else { return false }
      return queue(response, on: connection)
    case .content:
      unsafe take(piece)
      return contentCount <= contentLimit + Self.discardLimit
    case .answered:
      return true
    }
  }

  /// The length limit of the body for this target.
  private var contentLimit: Int { daemon.policy.limits.content(of: target) }

  /// Stores a piece of the body, unless it exceeds the limit.
  private func take(_ piece: UnsafeRawBufferPointer) {
    contentCount += piece.count
    guard contentCount <= contentLimit, spoolFailure == nil else {
      (content, spool) = ([], nil)
      return
    }
    guard daemon.policy.limits.isSpooled(target) else {
      return unsafe content.append(contentsOf: piece)
    }
    do throws(SpooledContent.Failure) {
      if spool == nil { spool = try SpooledContent(budget: daemon.spoolBudget) }
      try unsafe spool?.append(piece)
    } catch {
      (spool, spoolFailure) = (nil, error)
      daemon.policy.errorLog?("the content of a request cannot be stored: \(error)")
    }
  }

  /// Refuses an ambiguously framed request and ends the connection; returns nil if the header is sound.
  private func refuseAmbiguousHeader(_ connection: LibraryConnection) -> Bool? {
    let framing = Framing(headers, target: target, isHTTP10: connection.isHTTP10)
    let isWellFormed = connection.headerIsWellFormed(targetCount: target.count)
    // The library parses chunks leniently, so read nothing after them.
    endsConnection = framing.isChunked
    guard let problem = isWellFormed ? framing.problem : Framing.malformed else { return nil }
    endsConnection = true
    return refuse(problem, on: connection)
  }

  /// Sends a refusal before the content is read.
  private func refuse(_ problem: Problem, on connection: LibraryConnection) -> Bool {
    phase = .answered
    watched?.refuseContent()
    return queue(daemon.policy.refuse(problem), on: connection)
  }

  /// Asks the guard whether the body may be sent, and answers at once if it may not.
  private func admitContent(_ connection: LibraryConnection) -> Bool {
    switch contentVerdict(connection) {
    case .now(let problem): return refuseContent(problem, on: connection)
    case .later(let decide):
      phase = .admission
      // The delay is not the client's.
      watched?.enter(.answer)
      wait(
        for: decide, in: verdict, whenStopping: Self.shuttingDown, connection, daemon.workers)
      return true
    }
  }

  /// Sends a problem before the body is read; 413 if the client sent `Expect: 100-continue` or would send too much to
  /// discard.
  private func refuseContent(_ problem: Problem?, on connection: LibraryConnection) -> Bool {
    if let problem { return refuse(problem, on: connection) }
    guard let count = headers.bytes(of: "Content-Length").flatMap({ decimal($0.trimmingBlanks()) }),
      count > contentLimit,
      count > contentLimit + Self.discardLimit || headers.contains("Expect")
    else { return true }
    return refuse(daemon.policy.limits.tooLong(contentLimit), on: connection)
  }

  /// Whether a long body is accepted.
  private func contentVerdict(_ connection: LibraryConnection) -> ContentVerdict {
    guard daemon.policy.limits.isSpooled(target),
      headers.contains("Content-Length") || headers.contains("Transfer-Encoding"),
      let keeper = daemon.responder as? any ContentGuard, let method = Method(rawValue: method)
    else { return .now(nil) }
    do throws(Problem) {
      let request = try Request(
        method: method, targetBytes: target, headers: headers, body: [],
        peer: connection.peer)
      return keeper.verdict(onContentOf: try daemon.policy.arrival(of: request))
    } catch {
      return .now(error)
    }
  }

  private static let shuttingDown = Problem.unavailable(
    "The server is shutting down; try again.", retryAfter: 1)

  private func waitForResponse(
    _ make: @escaping @Sendable () -> Response, _ connection: LibraryConnection,
    _ workers: WorkerPool
  ) {
    let refusal = daemon.policy.refuse(Self.shuttingDown)
    wait(for: make, in: late, whenStopping: refusal, connection, workers)
  }

  /// Suspends the connection until another thread has made a value; then the library calls again.
  private func wait<Value: Sendable>(
    for make: @escaping @Sendable () -> Value, in place: DeferredValue<Value>,
    whenStopping substitute: Value, _ connection: LibraryConnection, _ workers: WorkerPool
  ) {
    let client = connection.client
    connection.suspend()
    let work = WorkerPool.Work(isWanted: { !client.hasLeft }) { fate in
      switch fate {
      case .done: place.put(make())
      case .tooLate: place.put(substitute)
      case .unwanted: break
      }
      // A suspended connection exists until it is resumed, which happens only here.
      connection.resume()
    }
    workers.add(work)
  }

  private func process(_ connection: LibraryConnection) -> HTTPPolicy.FinalResponse {
    do throws(Problem) {
      try daemon.policy.limits.check(target: target)
      guard let method = Method(rawValue: method) else {
        throw Problem(
          status: 501, detail: "The method '\(method.prefix(32))' is not supported; use another.")
      }
      if contentCount > 0, contentCount > contentLimit {
        throw daemon.policy.limits.tooLong(contentLimit)
      }
      if let spoolFailure { throw spoolFailure.problem }
      var request = try Request(
        method: method, targetBytes: target, headers: headers, body: content,
        peer: peer)
      request.spooled = spool
      spool = nil
      if daemon.accessLog != nil { peer = try daemon.policy.arrival(of: request).peer }
      return daemon.policy.begin(request, by: daemon.responder)
    } catch {
      return .now(daemon.policy.refuse(error))
    }
  }

  private func queue(_ response: Response, on connection: LibraryConnection) -> Bool {
    var response = response
    if endsConnection || daemon.traffic.isDraining {
      response.headers.set("Connection", to: "close")
    }
    watched?.enter(.answer)
    (status, operation) = (response.status, response.operation)
    bodyCount = response.body.count
    if let watched, case .bytes(let bytes) = response.body, method != Method.head.rawValue {
      daemon.bufferedResponses.begin(watched, count: bytes.count)
    }
    if response.queue(
      on: connection, isHead: method == Method.head.rawValue, traffic: daemon.traffic,
      log: daemon.policy.errorLog)
    {
      return true
    }
    // Memory, descriptors or an invalid field are the only possible causes: close the connection.
    daemon.policy.errorLog?("\(method) \(Request.redactedPath(target)): not sent")
    status = nil
    return false
  }

  /// Records that the response was sent or the client has left.
  func completed(wasSent: Bool) {
    guard phase != .header else { return }
    if let watched {
      daemon.bufferedResponses.end(watched)
      watched.enter(.header)
    }
    daemon.traffic.leave()
    guard daemon.recordsRequests else { return }
    let took = Self.microseconds() - startedAt
    daemon.meter?.ended(
      operation: operation, status: status, microseconds: took, bytes: bodyCount)
    daemon.accessLog?(
      HTTPServer.AccessRecord(
        method: method, target: String(decoding: target, as: UTF8.self),
        remoteAddress: peer?.text, began: Self.microseconds(CLOCK_REALTIME) - took,
        status: status, bodyCount: bodyCount, microseconds: took, wasCompleted: wasSent))
  }
}

/// Passes a value from the thread that made it to that of the connection; nil if it was not made.
private final class DeferredValue<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func put(_ made: Value) { value.withLock { $0 = made } }

  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}
