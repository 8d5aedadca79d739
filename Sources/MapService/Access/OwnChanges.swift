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
  private static let pause = Duration.seconds(5)

  private let index: PhotoIndex
  private let failed = Mutex<ContinuousClock.Instant?>(nil)

  init(_ index: PhotoIndex) { self.index = index }

  /// Adds the cookie to the response to a change; without a record, does nothing.
  static func mark(_ response: inout Response, _ request: Request, _ index: PhotoIndex) throws {
    guard let revision = try index.recordRevision() else { return }
    let secure = request.scheme == "https" ? "; Secure" : ""
    response.headers.append(
      "Set-Cookie",
      "\(cookie)=\(revision); Path=\(request.pathPrefix)/; Max-Age=\(lifetime); HttpOnly; "
        + "SameSite=Strict\(secure)")
  }

  /// Answers with an index that has the changes of the client, unless the database does not answer.
  func current(
    for request: Request, _ respond: @escaping @Sendable () throws -> EventualResponse
  ) throws -> EventualResponse {
    guard index.isReplica, let wanted = Self.revision(request),
      let known = try index.recordRevision(), known < wanted
    else { return try respond() }
    // On a worker thread, because the database may be slow.
    return .later {
      self.follow()
      return try respond().response()
    }
  }

  private func follow() {
    let isPaused = failed.withLock { $0.map { $0.duration(to: .now) < Self.pause } ?? false }
    guard !isPaused else { return }
    do { try index.follow() } catch { failed.withLock { $0 = .now } }
  }

  private static func revision(_ request: Request) -> Int64? {
    let cookies = request.headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
    return cookies.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(cookie + "=") }
      .flatMap { Int64($0.dropFirst(cookie.count + 1)) }
  }
}
