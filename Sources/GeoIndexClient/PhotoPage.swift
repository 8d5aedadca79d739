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

/// The symbols of a map.
public struct MarkPage: Hashable, Sendable {
  /// The clusters and single photos.
  public var marks: [Mark]

  /// The zoom of the answer, which is less than the requested one if that would have too many symbols.
  public var zoom: Int?

  /// The number of photos, if the server counted them.
  public var matched: Int?
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
  /// The box around its photos.
  public var box: GeographicBounds?
  /// When its oldest photo with a date was taken (RFC 3339).
  public var takenFrom: String?
  /// When its newest photo was taken.
  public var takenTo: String?
}

extension PhotoPage {
  init(_ reply: Reply) throws(InputProblem) {
    let document = try JSONValue(parsing: reply.body)
    photos = []
    for feature in try document.features() { photos.append(try Photo(feature)) }
    matched = document["numberMatched"]?.whole
    let links: [API.Link] = try document["links"]?.decoded() ?? []
    next = API.Link.cursor(of: links)
    guard next != nil || !links.contains(where: { $0.rel == "next" }) else {
      throw InputProblem("the link to the next page has no cursor")
    }
  }
}

extension MarkPage {
  init(_ reply: Reply) throws(InputProblem) {
    let document = try JSONValue(parsing: reply.body)
    (zoom, matched) = (document["zoom"]?.whole, document["numberMatched"]?.whole)
    marks = []
    for feature in try document.features() { marks.append(try Mark(feature)) }
  }
}

extension Mark {
  fileprivate init(_ feature: JSONValue) throws(InputProblem) {
    let properties = feature["properties"]
    guard properties?["cluster"]?.truth == true else {
      self = .photo(try Photo(feature))
      return
    }
    guard let id = properties?["cluster_id"]?.text, let count = properties?["point_count"]?.whole,
      let photo = properties?["photo"]?.whole
    else { throw InputProblem("a cluster has no name or count") }
    self = .cluster(
      PhotoCluster(
        id: id, count: count, centre: try Coordinate(feature), photo: photo,
        box: try properties?["bbox"]?.decoded(), takenFrom: properties?["takenFrom"]?.text,
        takenTo: properties?["takenTo"]?.text))
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
