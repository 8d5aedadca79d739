public import Geography

/// One page of a listing.
public struct PhotoPage: Hashable, Sendable {
  /// What is on it.
  public var photos: [Photo]

  /// How many there are on all pages, where the server counted them.
  public var matched: Int?

  /// Where the next page begins; nothing on the last.
  public var next: String?
}

/// What a map shows in one cell.
public enum Mark: Hashable, Sendable {
  /// The only photo of its cell.
  case photo(Photo)

  /// Several photos.
  case cluster(PhotoCluster)
}

/// Several photos that lie close together.
public struct PhotoCluster: Hashable, Sendable, Identifiable {
  /// The name by which it opens.
  public var id: String
  /// How many photos.
  public var count: Int
  /// The mean of where they were taken.
  public var centre: Coordinate
  /// The newest of them.
  public var photo: Int
}

extension PhotoPage {
  init(_ reply: Reply) throws(Misread) {
    let document = try JSONValue(parsing: reply.body)
    photos = []
    for feature in try document.features() { photos.append(try Photo(feature)) }
    matched = document["numberMatched"]?.whole
    let links = document["links"]?.elements ?? []
    next = try links.first { $0["rel"]?.text == "next" }.map { (link) throws(Misread) in
      guard let href = link["href"]?.text, let cursor = Self.cursor(href) else {
        throw Misread("the link to the next page has no cursor")
      }
      return cursor
    }
  }

  /// The cursor in the query of a link.
  ///
  /// The rest of the link is not followed: it may name another host, as behind a proxy, than the one
  /// that was asked.
  private static func cursor(_ href: String) -> String? {
    guard let query = href.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
    let parameter = query.split(separator: "&").first { $0.hasPrefix("cursor=") }
    return parameter.map { String($0.dropFirst("cursor=".count)) }
  }
}

extension Mark {
  static func marks(_ reply: Reply) throws(Misread) -> [Mark] {
    var marks: [Mark] = []
    for feature in try JSONValue(parsing: reply.body).features() {
      let properties = feature["properties"]
      guard properties?["cluster"]?.truth == true else {
        marks.append(.photo(try Photo(feature)))
        continue
      }
      guard let id = properties?["cluster_id"]?.text, let count = properties?["point_count"]?.whole,
        let photo = properties?["photo"]?.whole
      else { throw Misread("a cluster has no name or count") }
      let centre = try Coordinate(feature)
      marks.append(.cluster(PhotoCluster(id: id, count: count, centre: centre, photo: photo)))
    }
    return marks
  }
}

extension JSONValue {
  /// The features of a collection.
  func features() throws(Misread) -> [JSONValue] {
    guard let features = self["features"]?.elements else {
      throw Misread("it is not a collection of features")
    }
    return features
  }
}
