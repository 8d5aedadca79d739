internal import JSON
public import Geography

/// One page of a listing.
public struct PhotoPage: Hashable, Sendable {
  /// The photos of the page.
  public var photos: [Photo]

  /// The number of photos on all pages, if the server counted them.
  public var matched: Int?

  /// The cursor of the next page; nil on the last one.
  public var next: String?
}

/// A symbol of the map: a single photo or a cluster.
public enum Mark: Hashable, Sendable {
  /// The only photo of its cell.
  case photo(Photo)

  /// Several photos.
  case cluster(PhotoCluster)
}

/// A cluster of nearby photos.
public struct PhotoCluster: Hashable, Sendable, Identifiable {
  /// The id with which its photos can be requested.
  public var id: String
  /// The number of photos.
  public var count: Int
  /// The mean position.
  public var centre: Coordinate
  /// The id of the newest photo.
  public var photo: Int
}

extension PhotoPage {
  init(_ reply: Reply) throws(InputProblem) {
    let document = try JSONValue(parsing: reply.body)
    photos = []
    for feature in try document.features() { photos.append(try Photo(feature)) }
    matched = document["numberMatched"]?.whole
    let links = document["links"]?.elements ?? []
    next = try links.first { $0["rel"]?.text == "next" }.map { (link) throws(InputProblem) in
      guard let href = link["href"]?.text, let cursor = Self.cursor(href) else {
        throw InputProblem("the link to the next page has no cursor")
      }
      return cursor
    }
  }

  /// The cursor in the query of a link.
  ///
  /// The host of the link is ignored: behind a proxy it may differ from the one that was requested.
  private static func cursor(_ href: String) -> String? {
    guard let query = href.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
    let parameter = query.split(separator: "&").first { $0.hasPrefix("cursor=") }
    return parameter.map { String($0.dropFirst("cursor=".count)) }
  }
}

extension Mark {
  static func marks(_ reply: Reply) throws(InputProblem) -> [Mark] {
    var marks: [Mark] = []
    for feature in try JSONValue(parsing: reply.body).features() {
      let properties = feature["properties"]
      guard properties?["cluster"]?.truth == true else {
        marks.append(.photo(try Photo(feature)))
        continue
      }
      guard let id = properties?["cluster_id"]?.text, let count = properties?["point_count"]?.whole,
        let photo = properties?["photo"]?.whole
      else { throw InputProblem("a cluster has no name or count") }
      let centre = try Coordinate(feature)
      marks.append(.cluster(PhotoCluster(id: id, count: count, centre: centre, photo: photo)))
    }
    return marks
  }
}

extension JSONValue {
  /// The features of a collection.
  func features() throws(InputProblem) -> [JSONValue] {
    guard let features = self["features"]?.elements else {
      throw InputProblem("it is not a collection of features")
    }
    return features
  }
}
