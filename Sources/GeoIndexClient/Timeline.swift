/// How many photos were taken when.
public struct Timeline: Hashable, Sendable {
  /// A stretch of time and what was taken in it.
  public struct Bucket: Hashable, Sendable {
    /// The first moment of it (RFC 3339).
    public var from: String
    /// The last moment of it.
    public var to: String
    /// How many photos.
    public var count: Int
  }

  /// The stretches in their order; those without a photo are among them.
  public var buckets: [Bucket]

  /// How many photos have no date.
  public var undated: Int
}

extension Timeline {
  init(_ reply: Reply) throws(Misread) {
    let document = try JSONValue(parsing: reply.body)
    guard let listed = document["buckets"]?.elements, let undated = document["undated"]?.whole
    else { throw Misread("it is not a timeline") }
    var buckets: [Bucket] = []
    for bucket in listed {
      guard let from = bucket["from"]?.text, let to = bucket["to"]?.text,
        let count = bucket["count"]?.whole
      else { throw Misread("a piece of the timeline has no ends or no count") }
      buckets.append(Bucket(from: from, to: to, count: count))
    }
    self.init(buckets: buckets, undated: undated)
  }
}
