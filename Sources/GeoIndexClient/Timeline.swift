internal import JSON
/// A histogram of photos by time.
public struct Timeline: Hashable, Sendable {
  /// A time span with its number of photos.
  public struct Bucket: Hashable, Sendable {
    /// Its first instant (RFC 3339).
    public var from: String
    /// Its last instant.
    public var to: String
    /// The number of photos.
    public var count: Int
  }

  /// The spans in order of time, including empty ones.
  public var buckets: [Bucket]

  /// The number of photos without a date.
  public var undated: Int
}

extension Timeline {
  init(_ reply: Reply) throws(InputProblem) {
    let document = try JSONValue(parsing: reply.body)
    guard let listed = document["buckets"]?.elements, let undated = document["undated"]?.whole
    else { throw InputProblem("it is not a timeline") }
    var buckets: [Bucket] = []
    for bucket in listed {
      guard let from = bucket["from"]?.text, let to = bucket["to"]?.text,
        let count = bucket["count"]?.whole
      else { throw InputProblem("a piece of the timeline has no ends or no count") }
      buckets.append(Bucket(from: from, to: to, count: count))
    }
    self.init(buckets: buckets, undated: undated)
  }
}
