/// The preconditions of a request (RFC 9110 §13), such as `If-None-Match`.
struct Preconditions {
  private let request: Request

  init(_ request: Request) { self.request = request }

  /// Turns a response into 304 or 412 if a condition demands it; returns whether it is unchanged.
  func apply(to response: inout Response) -> Bool {
    guard response.status == 200, request.method == .get || request.method == .head else {
      return true
    }
    if let tags = request.headers.list(of: "If-Match"),
      !matches(tags, response.etag, by: { $0.stronglyEquals($1) })
    {
      response = Problem(status: 412, detail: "The resource has changed; fetch it again.").response
      return false
    }
    guard clientIsUpToDate(response) else { return true }
    response.status = 304
    response.body = .empty
    for name in ["Content-Type", "Content-Encoding", "Content-Language", "Content-Disposition"] {
      response.headers.remove(name)
    }
    return false
  }

  private func clientIsUpToDate(_ response: Response) -> Bool {
    if let tags = request.headers.list(of: "If-None-Match") {
      return matches(tags, response.etag, by: { $0.weaklyEquals($1) })
    }
    guard let since = request.headers["If-Modified-Since"].flatMap(HTTPDate.init),
      let modified = response.headers["Last-Modified"].flatMap(HTTPDate.init)
    else { return false }
    return modified <= since
  }

  /// Whether a list of tags contains this one; `*` matches any.
  private func matches(
    _ list: String, _ tag: EntityTag?, by equal: (EntityTag, EntityTag) -> Bool
  ) -> Bool {
    guard let tag else { return false }
    if list.utf8.trimmingBlanks().elementsEqual("*".utf8) { return true }
    return EntityTag.list(list).contains { equal($0, tag) }
  }
}

extension EntityTag {
  /// Parses a comma-separated list of tags; skips invalid entries.
  static func list(_ text: String) -> [EntityTag] {
    // A tag may contain commas, so the list is split at quotation marks.
    var tags: [EntityTag] = []
    var parts = text.split(separator: "\"", omittingEmptySubsequences: false)[...]
    while parts.count >= 3 {
      let isWeak = parts.first?.hasSuffix("W/") ?? false
      tags.append(EntityTag(String(parts[parts.startIndex + 1]), isWeak: isWeak))
      parts = parts.dropFirst(2)
    }
    return tags
  }
}
