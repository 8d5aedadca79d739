internal import HTTPServer
internal import PhotoIndex
internal import Synchronization

/// Lets clients see their own changes on whichever server answers next, if several servers follow one record.
///
/// The response to a change sets a cookie with the revision of the record. A server that has an older revision
/// follows the record before it answers.
final class OwnChanges: Sendable {
  private static let cookie = "geoindex-revision"

  /// Servers follow within seconds anyway.
  private static let lifetime = 30

  /// For how long a database that did not answer is not asked again.
  private static let pauseAfterFailure = Duration.seconds(5)

  /// For how long a record is not asked again for a revision that it did not have.
  ///
  /// Any client can send a cookie with a revision that will never be.
  private static let pauseAfterAbsence = Duration.seconds(1)

  /// The revision of the index; nil without a record.
  private let known: @Sendable () throws -> Int64?
  private let follow: @Sendable () throws -> Void
  private let now: @Sendable () -> ContinuousClock.Instant
  private let refused = Mutex<Refusal?>(nil)

  /// One request at a time follows; those that wait for it find its result.
  private let oneByOne = Mutex<Void>(())

  /// No request follows for revisions from `lowest` on until a time.
  private struct Refusal {
    var lowest: Int64
    var until: ContinuousClock.Instant
  }

  convenience init(_ index: PhotoIndex) {
    self.init(known: { try index.recordRevision() }, follow: { try index.follow() })
  }

  init(
    known: @escaping @Sendable () throws -> Int64?, follow: @escaping @Sendable () throws -> Void,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    (self.known, self.follow, self.now) = (known, follow, now)
  }

  /// Adds the cookie to the response to a change; without a record, does nothing.
  static func mark(
    _ response: inout Response, _ request: Request, at path: String, _ index: PhotoIndex
  ) throws {
    guard let revision = try index.recordRevision() else { return }
    let secure = request.scheme == "https" ? "; Secure" : ""
    response.headers.append(
      "Set-Cookie",
      "\(cookie)=\(revision); Path=\(path)/; Max-Age=\(lifetime); HttpOnly; "
        + "SameSite=Strict\(secure)")
  }

  /// Answers with an index that has the changes of the client, unless the database does not answer.
  func current(
    for request: Request, _ respond: @escaping @Sendable () throws -> EventualResponse
  ) throws -> EventualResponse {
    guard let wanted = Self.revision(request), try lacks(wanted) else { return try respond() }
    // On a worker thread, because the database may be slow.
    return .later {
      try self.reach(wanted)
      return try respond().response()
    }
  }

  /// Whether the index has an older revision, and the record has not just refused this one.
  private func lacks(_ wanted: Int64) throws -> Bool {
    guard let revision = try known(), revision < wanted else { return false }
    return refused.withLock { refusal in
      guard let refusal, now() < refusal.until else { return true }
      return wanted < refusal.lowest
    }
  }

  private func reach(_ wanted: Int64) throws {
    try oneByOne.withLock { _ in
      guard try lacks(wanted) else { return }
      do {
        try follow()
        guard let revision = try known(), revision < wanted else { return }
        refuse(from: revision + 1, for: Self.pauseAfterAbsence)
      } catch {
        refuse(from: 0, for: Self.pauseAfterFailure)
      }
    }
  }

  private func refuse(from lowest: Int64, for pause: Duration) {
    let until = now() + pause
    refused.withLock { $0 = Refusal(lowest: lowest, until: until) }
  }

  private static func revision(_ request: Request) -> Int64? {
    request.cookie(cookie).flatMap { Int64($0) }
  }
}
