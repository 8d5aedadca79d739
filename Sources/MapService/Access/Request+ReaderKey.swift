internal import HTTPServer
internal import People
internal import Signing

extension Request {
  /// The field by which the page's service worker asks whose an answer is, and that of the answer.
  static let readerField = "Geoindex-Reader"

  /// A text that differs if another user, role or scope asks; nil for guests, of whom the worker stores nothing, and if
  /// the request does not ask for it.
  ///
  /// The worker stores answers for use without the server, and removes them once a request has another key.
  var readerKey: String? {
    guard headers.contains(Self.readerField), let audience = visitor.audience, audience > .guests
    else { return nil }
    let limited = visitor.limitedUser
    guard user != nil || limited != nil else { return User.Role.owner.rawValue }
    let role = limited?.role ?? .owner
    let facts = [role.rawValue, user ?? "", limited?.key ?? ""].joined(separator: "\n")
    return base64URL(SHA256.hash(facts.utf8).bytes.prefix(16))
  }
}
