// swift-format-ignore-file
// Written by data-tools/swift-calls from the OpenAPI document; scripts/docs runs it.

public import Geography
public import JSON

/// The objects that the API sends and takes, under the names of its description.
public enum API {
  public struct LandingPage: Codable, Hashable, Sendable {
    public var title: String
    public var description: String
    public var links: [API.Link]
  }

  public struct Conformance: Codable, Hashable, Sendable {
    public var conformsTo: [String]
  }

  public struct Collections: Codable, Hashable, Sendable {
    public var links: [API.Link]
    public var collections: [API.Collection]
  }

  public struct Collection: Codable, Hashable, Sendable {
    public var id: String
    public var title: String
    public var description: String
    public var itemType: String
    public var crs: [String]
    public var extent: API.Extent?
    public var links: [API.Link]
  }

  public struct Position: Codable, Hashable, Sendable {
    /// Country by ISO 3166-1, such as DE. Absent on the high seas.
    public var countryCode: String?
    /// Country
    public var country: String?
    /// State or province
    public var region: String?
    /// State or province by GeoNames' code, such as DE.02
    public var regionCode: String?
    /// Settlement that a person would name
    public var place: String?
    /// GeoNames' number of the settlement
    public var placeId: Int?
    /// Metres to the centre of the settlement
    public var placeDistance: Double?
    /// Smallest polygon of the boundaries that contains the position. Known only with boundaries: geoindex places
    /// --boundaries FILE.gpkg.
    public var area: String?
    /// Time zone, such as Europe/Berlin
    public var timeZone: String?
  }

  public struct Placements: Codable, Hashable, Sendable {
    public var numberMatched: Int
    public var acts: [Act]
    public var plan: [API.PlannedPlacement]?
    public var far: Int?
    public var undated: Int?
    public var withoutClock: [String: Int]?
    public struct Act: Codable, Hashable, Sendable {
      public var act: Int
      public var made: String
      public var by: String
      public var placed: Int
      public var undone: Int
      public var undoes: Int
    }
  }

  public struct PlacementResult: Codable, Hashable, Sendable {
    public var act: Int
    public var placed: Int
  }

  public struct PlacementOrder: Codable, Hashable, Sendable {
    public var placements: [Placement]
    public var key: String?
    /// Makes it of its members.
    public init(placements: [Placement], key: String? = nil) {
      self.placements = placements
      self.key = key
    }
    public struct Placement: Codable, Hashable, Sendable {
      public var photo: Int
      public var longitude: Double?
      public var latitude: Double?
      public var altitude: Double?
      public var direction: Double?
      public var accuracy: Double?
      public var source: Source?
      public var gap: Double?
      /// The position; nil if it has none.
      public var coordinate: Coordinate? {
        guard let longitude, let latitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
      }
      /// Makes it of its members.
      public init(photo: Int, longitude: Double? = nil, latitude: Double? = nil, altitude: Double? = nil, direction: Double? = nil, accuracy: Double? = nil, source: Source? = nil, gap: Double? = nil) {
        self.photo = photo
        self.longitude = longitude
        self.latitude = latitude
        self.altitude = altitude
        self.direction = direction
        self.accuracy = accuracy
        self.source = source
        self.gap = gap
      }
      public struct Source: NamedValue {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let manual = Self(rawValue: "manual")
        public static let track = Self(rawValue: "track")
        public static let neighbour = Self(rawValue: "neighbour")
      }
    }
  }

  public struct UndoResult: Codable, Hashable, Sendable {
    public var act: Int
    public var undone: Int
  }

  public struct Doubts: Codable, Hashable, Sendable {
    public var numberMatched: Int
    public var numberReturned: Int
    public var reasons: [Reason]
    public var devices: [Device]
    public var doubts: [Doubt]
    public var flights: [Flight]
    public var acts: [Act]
    public struct Reason: Codable, Hashable, Sendable {
      public var reason: Reason
      public var count: Int
      public struct Reason: NamedValue {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let sign = Self(rawValue: "sign")
        public static let swapped = Self(rawValue: "swapped")
        public static let stale = Self(rawValue: "stale")
        public static let speed = Self(rawValue: "speed")
        public static let elsewhere = Self(rawValue: "elsewhere")
        public static let clock = Self(rawValue: "clock")
        public static let altitude = Self(rawValue: "altitude")
        public static let coarse = Self(rawValue: "coarse")
        public static let sea = Self(rawValue: "sea")
        public static let contradiction = Self(rawValue: "contradiction")
      }
    }
    public struct Device: Codable, Hashable, Sendable {
      public var device: String
      public var count: Int
    }
    public struct Doubt: Codable, Hashable, Sendable {
      public var id: Int
      public var path: String
      public var filename: String
      public var longitude: Double
      public var latitude: Double
      public var reason: Reason
      public var evidence: String
      public var finding: String
      public var metres: Int?
      public var metresBack: Int?
      public var metresCorrected: Int?
      public var metresToNext: Int?
      public var metresToNearest: Int?
      public var seconds: Int?
      public var secondsToNext: Int?
      public var altitude: Int?
      public var otherAltitude: Int?
      public var ground: Int?
      public var correction: Correction?
      public var step: Step?
      public var of: Of?
      public var suggestion: [Double]?
      public var device: String?
      /// The position; nil if it has none.
      public var coordinate: Coordinate? {
        return Coordinate(latitude: latitude, longitude: longitude)
      }
      public typealias Reason = API.Doubts.Reason.Reason
      public struct Correction: NamedValue {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let longitude = Self(rawValue: "longitude")
        public static let latitude = Self(rawValue: "latitude")
        public static let both = Self(rawValue: "both")
        public static let swapped = Self(rawValue: "swapped")
        public static let swappedSign = Self(rawValue: "swappedSign")
      }
      public struct Step: NamedValue {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let degree = Self(rawValue: "degree")
        public static let half = Self(rawValue: "half")
        public static let tenth = Self(rawValue: "tenth")
        public static let minute = Self(rawValue: "minute")
        public static let hundredth = Self(rawValue: "hundredth")
      }
      public struct Of: NamedValue {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let camera = Self(rawValue: "camera")
        public static let track = Self(rawValue: "track")
      }
    }
    public struct Flight: Codable, Hashable, Sendable {
      public var flight: String
      public var photos: [Int]
    }
    public struct Act: Codable, Hashable, Sendable {
      public var act: Int
      public var made: String
      public var by: String
      public var photos: Int
      public var undone: Int
      public var undoes: Int
    }
  }

  public struct DoubtResult: Codable, Hashable, Sendable {
    public var id: Int
    public var photos: Int
  }

  public struct DoubtOrder: Codable, Hashable, Sendable {
    public var photos: [Int]
    public var accept: Bool?
    public var correct: String?
    public var key: String?
    /// Makes it of its members.
    public init(photos: [Int], accept: Bool? = nil, correct: String? = nil, key: String? = nil) {
      self.photos = photos
      self.accept = accept
      self.correct = correct
      self.key = key
    }
  }

  public struct Words: Codable, Hashable, Sendable {
    public var numberMatched: Int
    public var acts: [Act]
    public var shown: JSONValue?
    public var file: JSONValue?
    public struct Act: Codable, Hashable, Sendable {
      public var act: Int
      public var made: String
      public var by: String
      public var photos: Int
      public var undone: Int
      public var undoes: Int
      public var set: Set?
      public var add: Add?
      public var remove: Remove?
      public struct Set: Codable, Hashable, Sendable {
        /// Title
        public var title: Nullable<String>?
        /// Description. It may have several lines.
        public var caption: Nullable<String>?
        /// Stars from 0 to 5. −1 means that the photo was rejected.
        public var rating: Nullable<Int>?
        /// Mark of an editor, such as a colour
        public var label: Nullable<String>?
        /// Whether it is a favourite
        public var favourite: Nullable<Bool>?
        /// Photographer
        public var creator: Nullable<String>?
        /// Copyright
        public var copyright: Nullable<String>?
      }
      public struct Add: Codable, Hashable, Sendable {
        /// What the photo shows
        public var keywords: [String]?
        /// Keywords in hierarchies, such as Places/Sea/Baltic
        public var keywordPaths: [String]?
        /// People in the photo
        public var people: [String]?
      }
      public typealias Remove = API.Words.Act.Add
    }
  }

  public typealias WordsResult = API.DoubtResult

  public struct WordsOrder: Codable, Hashable, Sendable {
    public var photos: [Int]?
    public var set: Set?
    public var add: Add?
    public var remove: Remove?
    public var rename: Rename?
    public var key: String?
    /// Makes it of its members.
    public init(photos: [Int]? = nil, set: Set? = nil, add: Add? = nil, remove: Remove? = nil, rename: Rename? = nil, key: String? = nil) {
      self.photos = photos
      self.set = set
      self.add = add
      self.remove = remove
      self.rename = rename
      self.key = key
    }
    public struct Set: Codable, Hashable, Sendable {
      /// Title
      public var title: Nullable<String>?
      /// Description. It may have several lines.
      public var caption: Nullable<String>?
      /// Stars from 0 to 5. −1 means that the photo was rejected.
      public var rating: Nullable<Int>?
      /// Mark of an editor, such as a colour
      public var label: Nullable<String>?
      /// Whether it is a favourite
      public var favourite: Nullable<Bool>?
      /// Photographer
      public var creator: Nullable<String>?
      /// Copyright
      public var copyright: Nullable<String>?
      /// Makes it of its members.
      public init(title: Nullable<String>? = nil, caption: Nullable<String>? = nil, rating: Nullable<Int>? = nil, label: Nullable<String>? = nil, favourite: Nullable<Bool>? = nil, creator: Nullable<String>? = nil, copyright: Nullable<String>? = nil) {
        self.title = title
        self.caption = caption
        self.rating = rating
        self.label = label
        self.favourite = favourite
        self.creator = creator
        self.copyright = copyright
      }
    }
    public struct Add: Codable, Hashable, Sendable {
      /// What the photo shows
      public var keywords: [String]?
      /// Keywords in hierarchies, such as Places/Sea/Baltic
      public var keywordPaths: [String]?
      /// People in the photo
      public var people: [String]?
      /// Makes it of its members.
      public init(keywords: [String]? = nil, keywordPaths: [String]? = nil, people: [String]? = nil) {
        self.keywords = keywords
        self.keywordPaths = keywordPaths
        self.people = people
      }
    }
    public typealias Remove = API.WordsOrder.Add
    public struct Rename: Codable, Hashable, Sendable {
      public var keywords: [String: String]?
      public var keywordPaths: [String: String]?
      public var people: [String: String]?
      /// Makes it of its members.
      public init(keywords: [String: String]? = nil, keywordPaths: [String: String]? = nil, people: [String: String]? = nil) {
        self.keywords = keywords
        self.keywordPaths = keywordPaths
        self.people = people
      }
    }
  }

  public struct Keywords: Codable, Hashable, Sendable {
    public var numberMatched: Int
    public var keywords: [Keyword]
    public struct Keyword: Codable, Hashable, Sendable {
      public var name: String
      public var above: String?
      public var count: Int
      public var unlocated: Int?
      public var cover: Int
      public var from: String?
      public var to: String?
    }
  }

  public struct People: Codable, Hashable, Sendable {
    public var numberMatched: Int
    public var people: [People]
    public typealias People = API.Keywords.Keyword
  }

  public struct Places: Codable, Hashable, Sendable {
    public var places: [API.Place]
    public var elsewhere: Int?
  }

  public struct Place: Codable, Hashable, Sendable {
    public var id: String
    public var kind: Kind
    public var name: String
    public var countryCode: String?
    public var country: String?
    public var regionCode: String?
    public var region: String?
    public var count: Int
    public var bbox: GeographicBounds?
    public var cover: Int?
    public var from: String?
    public var to: String?
    public struct Kind: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let country = Self(rawValue: "country")
      public static let region = Self(rawValue: "region")
      public static let place = Self(rawValue: "place")
      public static let area = Self(rawValue: "area")
    }
  }

  public struct Trips: Codable, Hashable, Sendable {
    public var trips: [API.Trip]
    public var dayTrips: [API.Trip]
    public var acts: [Act]
    public struct Act: Codable, Hashable, Sendable {
      public var act: Int
      public var made: String
      public var by: String
      public var corrections: [String]
      public var undone: Int
      public var undoes: Int
    }
  }

  public struct TripResult: Codable, Hashable, Sendable {
    public var id: Int
    public var correction: String
  }

  public struct TripOrder: Codable, Hashable, Sendable {
    public var rename: String?
    public var name: Nullable<String>?
    public var merge: [String]?
    public var split: String?
    public var at: String?
    public var dismiss: String?
    public var make: Make?
    public var home: Home?
    public var notHome: NotHome?
    /// Makes it of its members.
    public init(rename: String? = nil, name: Nullable<String>? = nil, merge: [String]? = nil, split: String? = nil, at: String? = nil, dismiss: String? = nil, make: Make? = nil, home: Home? = nil, notHome: NotHome? = nil) {
      self.rename = rename
      self.name = name
      self.merge = merge
      self.split = split
      self.at = at
      self.dismiss = dismiss
      self.make = make
      self.home = home
      self.notHome = notHome
    }
    public struct Make: Codable, Hashable, Sendable {
      public var from: String
      public var to: String?
      public var name: Nullable<String>?
      /// Makes it of its members.
      public init(from: String, to: String? = nil, name: Nullable<String>? = nil) {
        self.from = from
        self.to = to
        self.name = name
      }
    }
    public struct Home: Codable, Hashable, Sendable {
      public var longitude: Double
      public var latitude: Double
      public var from: String
      public var to: Nullable<String>?
      public var radius: Double?
      /// The position; nil if it has none.
      public var coordinate: Coordinate? {
        return Coordinate(latitude: latitude, longitude: longitude)
      }
      /// Makes it of its members.
      public init(longitude: Double, latitude: Double, from: String, to: Nullable<String>? = nil, radius: Double? = nil) {
        self.longitude = longitude
        self.latitude = latitude
        self.from = from
        self.to = to
        self.radius = radius
      }
    }
    public struct NotHome: Codable, Hashable, Sendable {
      public var longitude: Double
      public var latitude: Double
      public var from: String
      public var to: Nullable<String>?
      /// The position; nil if it has none.
      public var coordinate: Coordinate? {
        return Coordinate(latitude: latitude, longitude: longitude)
      }
      /// Makes it of its members.
      public init(longitude: Double, latitude: Double, from: String, to: Nullable<String>? = nil) {
        self.longitude = longitude
        self.latitude = latitude
        self.from = from
        self.to = to
      }
    }
  }

  public struct Trip: Codable, Hashable, Sendable {
    public var id: String
    public var name: String
    public var from: String
    public var to: String
    public var days: Int
    public var nights: Int
    public var photos: Int
    public var countries: [String]
    public var countryCodes: [String]
    public var places: [String]
    public var longitude: Double?
    public var latitude: Double?
    public var distance: Int
    public var farthest: Int
    public var bbox: GeographicBounds?
    public var cover: Int?
    public var home: String?
    public var homeSince: String?
    public var isMade: Bool?
    public var reason: String
    public var stays: [Stay]?
    /// The position; nil if it has none.
    public var coordinate: Coordinate? {
      guard let longitude, let latitude else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    public struct Stay: Codable, Hashable, Sendable {
      public var date: String
      public var place: String?
      public var country: String?
      public var longitude: Double
      public var latitude: Double
      public var photos: Int
      public var isNight: Bool
      /// The position; nil if it has none.
      public var coordinate: Coordinate? {
        return Coordinate(latitude: latitude, longitude: longitude)
      }
    }
  }

  public struct Homes: Codable, Hashable, Sendable {
    public var homes: [Home]
    public struct Home: Codable, Hashable, Sendable {
      public var place: String?
      public var longitude: Double
      public var latitude: Double
      public var from: String
      public var to: String?
      public var days: Int
      public var nights: Int
      public var radius: Int
      public var reason: String
      /// The position; nil if it has none.
      public var coordinate: Coordinate? {
        return Coordinate(latitude: latitude, longitude: longitude)
      }
    }
  }

  public struct Diary: Codable, Hashable, Sendable {
    public var entries: [Entry]
    public var acts: [Act]
    public struct Entry: Codable, Hashable, Sendable {
      public var day: String?
      public var trip: String?
      public var to: String?
      public var longitude: Double?
      public var latitude: Double?
      public var text: String
      public var html: String
      /// The position; nil if it has none.
      public var coordinate: Coordinate? {
        guard let longitude, let latitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
      }
    }
    public struct Act: Codable, Hashable, Sendable {
      public var act: Int
      public var made: String
      public var by: String
      public var entries: [Entry]
      public var undone: Int
      public var undoes: Int
      public typealias Entry = API.Diary.Entry
    }
  }

  public struct DiaryResult: Codable, Hashable, Sendable {
    public var id: Int
  }

  public struct DiaryOrder: Codable, Hashable, Sendable {
    public var day: String?
    public var trip: String?
    public var longitude: Double?
    public var latitude: Double?
    public var text: String
    /// The position; nil if it has none.
    public var coordinate: Coordinate? {
      guard let longitude, let latitude else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    /// Makes it of its members.
    public init(day: String? = nil, trip: String? = nil, longitude: Double? = nil, latitude: Double? = nil, text: String) {
      self.day = day
      self.trip = trip
      self.longitude = longitude
      self.latitude = latitude
      self.text = text
    }
  }

  public struct SavedViews: Codable, Hashable, Sendable {
    public var views: [API.SavedView]
  }

  public struct SavedView: Codable, Hashable, Sendable {
    public var name: String
    public var filters: [String: String]
    public var address: String?
  }

  public struct SavedViewOrder: Codable, Hashable, Sendable {
    public var name: String?
    public var filters: [String: String]
    public var address: String?
    /// Makes it of its members.
    public init(name: String? = nil, filters: [String: String], address: String? = nil) {
      self.name = name
      self.filters = filters
      self.address = address
    }
  }

  public struct Timeline: Codable, Hashable, Sendable {
    public var from: String?
    public var to: String?
    public var buckets: [Bucket]
    public var undated: Int
    public struct Bucket: Codable, Hashable, Sendable {
      public var from: String
      public var to: String
      public var count: Int
    }
  }

  public struct Facets: Codable, Hashable, Sendable {
    public var numberMatched: Int
    public var cameras: [Camera]
    public var otherCameras: Int
    public var unknownCamera: Int
    public var media: [Media]
    public var sources: [Source]
    public var folders: [Folder]
    public var otherFolders: Int
    public var countries: [Country]
    public var regions: [Region]
    public var places: [Place]
    public var areas: [Area]
    public var keywords: [Keyword]
    public var people: [People]
    public var ratings: [Rating]
    public var favourites: Int
    public struct Camera: Codable, Hashable, Sendable {
      public var make: String?
      public var model: String?
      public var filter: String
      public var count: Int
    }
    public struct Media: Codable, Hashable, Sendable {
      public var value: String
      public var count: Int
    }
    public typealias Source = API.Facets.Media
    public struct Folder: Codable, Hashable, Sendable {
      public var root: String
      public var path: String
      public var glob: String?
      public var filter: String?
      public var count: Int
    }
    public struct Country: Codable, Hashable, Sendable {
      public var id: String
      public var kind: Kind
      public var name: String
      public var countryCode: String?
      public var country: String?
      public var regionCode: String?
      public var region: String?
      public var count: Int
      public typealias Kind = API.Place.Kind
    }
    public typealias Region = API.Facets.Country
    public typealias Place = API.Facets.Country
    public struct Area: Codable, Hashable, Sendable {
      public var name: String
      public var count: Int
    }
    public typealias Keyword = API.Facets.Area
    public typealias People = API.Facets.Area
    public struct Rating: Codable, Hashable, Sendable {
      public var value: Int
      public var count: Int
    }
  }

  public struct TileSets: Codable, Hashable, Sendable {
    public var links: [API.Link]
    public var tilesets: [API.TileSet]
  }

  public struct TileSet: Codable, Hashable, Sendable {
    public var title: String
    public var dataType: String
    public var crs: String
    public var tileMatrixSetURI: String
    public var boundingBox: JSONValue?
    public var layers: [JSONValue]?
    public var links: [API.Link]
  }

  public struct TileJSON: Codable, Hashable, Sendable {
    public var tilejson: String
    public var name: String
    public var description: String?
    public var attribution: String?
    public var scheme: String
    public var tiles: [String]
    public var minzoom: Int
    public var maxzoom: Int
    public var bounds: GeographicBounds?
    public var vectorLayers: [JSONValue]?
    public var id: String?
    public var format: Format?
    public var encoding: Encoding?
    public var hasSea: Bool?
    private enum CodingKeys: String, CodingKey {
      case tilejson, name, description, attribution, scheme, tiles, minzoom, maxzoom, bounds, vectorLayers =
        "vector_layers", id, format, encoding, hasSea
    }
    public struct Format: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let mvt = Self(rawValue: "mvt")
      public static let mlt = Self(rawValue: "mlt")
      public static let png = Self(rawValue: "png")
      public static let jpeg = Self(rawValue: "jpeg")
      public static let webp = Self(rawValue: "webp")
      public static let avif = Self(rawValue: "avif")
    }
    public struct Encoding: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let terrarium = Self(rawValue: "terrarium")
      public static let mapbox = Self(rawValue: "mapbox")
    }
  }

  public struct Tracks: Codable, Hashable, Sendable {
    public var type: String
    public var numberMatched: Int
    public var numberReturned: Int
    public var links: [API.Link]
    public var features: [API.Track]
  }

  public struct Track: Codable, Hashable, Sendable {
    public var type: String
    public var id: Int
    public var geometry: Geometry
    public var properties: Properties
    public struct Geometry: Codable, Hashable, Sendable {
      public var type: String
      public var coordinates: [[[Double]]]
    }
    public struct Properties: Codable, Hashable, Sendable {
      public var path: String
      public var root: String?
      public var filename: String
      public var kind: String?
      public var fixes: Int
      public var from: String
      public var to: String
      public var coordTimes: [[String]]
      public var utcOffsets: [Int]?
    }
  }

  public struct TrackPosition: Codable, Hashable, Sendable {
    public var instant: String
    public var longitude: Double
    public var latitude: Double
    public var altitude: Double?
    public var accuracy: Double
    public var gap: Double
    public var before: Before
    public var after: After
    /// The position; nil if it has none.
    public var coordinate: Coordinate? {
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    public struct Before: Codable, Hashable, Sendable {
      public var track: Int?
      public var instant: String
      public var longitude: Double
      public var latitude: Double
      /// The position; nil if it has none.
      public var coordinate: Coordinate? {
        return Coordinate(latitude: latitude, longitude: longitude)
      }
    }
    public typealias After = API.TrackPosition.Before
  }

  public struct Catalog: Codable, Hashable, Sendable {
    public var type: String
    public var stacVersion: String
    public var id: String
    public var title: String
    public var description: String
    public var conformsTo: [String]
    public var links: [API.ItemLink]
    private enum CodingKeys: String, CodingKey {
      case type, stacVersion = "stac_version", id, title, description, conformsTo, links
    }
  }

  public struct CatalogCollections: Codable, Hashable, Sendable {
    public var collections: [API.CatalogCollection]
    public var links: [API.ItemLink]
  }

  public struct CatalogCollection: Codable, Hashable, Sendable {
    public var type: String
    public var stacVersion: String
    public var id: String
    public var title: String
    public var description: String
    public var license: String
    public var extent: Extent
    public var links: [API.ItemLink]
    private enum CodingKeys: String, CodingKey {
      case type, stacVersion = "stac_version", id, title, description, license, extent, links
    }
    public struct Extent: Codable, Hashable, Sendable {
      public var spatial: Spatial
      public var temporal: Temporal
      public struct Spatial: Codable, Hashable, Sendable {
        public var bbox: [GeographicBounds]
      }
      public struct Temporal: Codable, Hashable, Sendable {
        public var interval: [[String]]
      }
    }
  }

  public struct Items: Codable, Hashable, Sendable {
    public var type: String
    public var numberMatched: Int?
    public var numberReturned: Int
    public var links: [API.ItemLink]
    public var features: [Feature]
    public struct Feature: Codable, Hashable, Sendable {
      public var type: String?
      public var stacVersion: String?
      public var stacExtensions: [String]?
      public var id: String?
      public var geometry: API.Point?
      public var bbox: GeographicBounds?
      /// Those of a photo, and `datetime`, or `start_datetime` and `end_datetime`.
      public var properties: JSONValue?
      public var links: [API.ItemLink]?
      public var assets: [String: Assets]?
      public var collection: String?
      private enum CodingKeys: String, CodingKey {
        case type, stacVersion = "stac_version", stacExtensions = "stac_extensions", id, geometry, bbox,
          properties, links, assets, collection
      }
      public struct Assets: Codable, Hashable, Sendable {
        public var href: String?
        public var type: String?
        public var title: String?
        public var roles: [String]?
        public var fileSize: Int?
        private enum CodingKeys: String, CodingKey {
          case href, type, title, roles, fileSize = "file:size"
        }
      }
    }
  }

  public struct Item: Codable, Hashable, Sendable {
    public var type: String
    public var stacVersion: String
    public var stacExtensions: [String]
    public var id: String
    public var geometry: API.Point
    public var bbox: GeographicBounds
    /// Those of a photo, and `datetime`, or `start_datetime` and `end_datetime`.
    public var properties: JSONValue
    public var links: [API.ItemLink]
    public var assets: [String: Assets]
    public var collection: String
    private enum CodingKeys: String, CodingKey {
      case type, stacVersion = "stac_version", stacExtensions = "stac_extensions", id, geometry, bbox,
        properties, links, assets, collection
    }
    public typealias Assets = API.Items.Feature.Assets
  }

  public struct ItemSearch: Codable, Hashable, Sendable {
    public var ids: [String]?
    public var collections: [String]?
    public var intersects: Intersects?
    public var bbox: [Double]?
    public var datetime: String?
    public var datetimeLocal: String?
    public var month: String?
    public var date: String?
    public var day: String?
    public var weekday: String?
    public var hour: String?
    public var camera: String?
    public var media: String?
    public var source: Source?
    public var path: String?
    public var country: String?
    public var region: String?
    public var place: String?
    public var area: String?
    public var keyword: String?
    public var person: String?
    public var rating: String?
    public var favourite: Bool?
    public var trip: String?
    public var doubt: Doubt?
    public var flight: Bool?
    public var q: String?
    public var filterCrs: String?
    public var filter: JSONValue?
    public var filterLang: FilterLang?
    public var limit: Int?
    public var cursor: String?
    public var sortby: [Sortby]?
    public var fields: Fields?
    public var placePosition: [Double]?
    public var placeDistance: String?
    public var placeFovTolerance: Int?
    /// Makes it of its members.
    public init(ids: [String]? = nil, collections: [String]? = nil, intersects: Intersects? = nil, bbox: [Double]? = nil, datetime: String? = nil, datetimeLocal: String? = nil, month: String? = nil, date: String? = nil, day: String? = nil, weekday: String? = nil, hour: String? = nil, camera: String? = nil, media: String? = nil, source: Source? = nil, path: String? = nil, country: String? = nil, region: String? = nil, place: String? = nil, area: String? = nil, keyword: String? = nil, person: String? = nil, rating: String? = nil, favourite: Bool? = nil, trip: String? = nil, doubt: Doubt? = nil, flight: Bool? = nil, q: String? = nil, filterCrs: String? = nil, filter: JSONValue? = nil, filterLang: FilterLang? = nil, limit: Int? = nil, cursor: String? = nil, sortby: [Sortby]? = nil, fields: Fields? = nil, placePosition: [Double]? = nil, placeDistance: String? = nil, placeFovTolerance: Int? = nil) {
      self.ids = ids
      self.collections = collections
      self.intersects = intersects
      self.bbox = bbox
      self.datetime = datetime
      self.datetimeLocal = datetimeLocal
      self.month = month
      self.date = date
      self.day = day
      self.weekday = weekday
      self.hour = hour
      self.camera = camera
      self.media = media
      self.source = source
      self.path = path
      self.country = country
      self.region = region
      self.place = place
      self.area = area
      self.keyword = keyword
      self.person = person
      self.rating = rating
      self.favourite = favourite
      self.trip = trip
      self.doubt = doubt
      self.flight = flight
      self.q = q
      self.filterCrs = filterCrs
      self.filter = filter
      self.filterLang = filterLang
      self.limit = limit
      self.cursor = cursor
      self.sortby = sortby
      self.fields = fields
      self.placePosition = placePosition
      self.placeDistance = placeDistance
      self.placeFovTolerance = placeFovTolerance
    }
    private enum CodingKeys: String, CodingKey {
      case ids, collections, intersects, bbox, datetime, datetimeLocal = "datetime-local", month, date, day,
        weekday, hour, camera, media, source, path, country, region, place, area, keyword, person, rating,
        favourite, trip, doubt, flight, q, filterCrs = "filter-crs", filter, filterLang = "filter-lang", limit,
        cursor, sortby, fields, placePosition = "place_position", placeDistance = "place_distance",
        placeFovTolerance = "place_fov_tolerance"
    }
    public struct Intersects: Codable, Hashable, Sendable {
      public var type: String
      public var coordinates: [JSONValue]?
      /// Makes it of its members.
      public init(type: String, coordinates: [JSONValue]? = nil) {
        self.type = type
        self.coordinates = coordinates
      }
    }
    public struct Source: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let exif = Self(rawValue: "exif")
      public static let xmp = Self(rawValue: "xmp")
      public static let sidecar = Self(rawValue: "sidecar")
      public static let takeout = Self(rawValue: "takeout")
      public static let quicktime = Self(rawValue: "quicktime")
      public static let gpx = Self(rawValue: "gpx")
      public static let `import` = Self(rawValue: "import")
      public static let track = Self(rawValue: "track")
      public static let neighbour = Self(rawValue: "neighbour")
      public static let manual = Self(rawValue: "manual")
    }
    public struct Doubt: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let sign = Self(rawValue: "sign")
      public static let swapped = Self(rawValue: "swapped")
      public static let stale = Self(rawValue: "stale")
      public static let speed = Self(rawValue: "speed")
      public static let elsewhere = Self(rawValue: "elsewhere")
      public static let clock = Self(rawValue: "clock")
      public static let altitude = Self(rawValue: "altitude")
      public static let coarse = Self(rawValue: "coarse")
      public static let sea = Self(rawValue: "sea")
      public static let contradiction = Self(rawValue: "contradiction")
      public static let any = Self(rawValue: "any")
    }
    public struct FilterLang: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let cql2Text = Self(rawValue: "cql2-text")
      public static let cql2Json = Self(rawValue: "cql2-json")
    }
    public struct Sortby: Codable, Hashable, Sendable {
      public var field: String
      public var direction: Direction?
      /// Makes it of its members.
      public init(field: String, direction: Direction? = nil) {
        self.field = field
        self.direction = direction
      }
      public struct Direction: NamedValue {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let asc = Self(rawValue: "asc")
        public static let desc = Self(rawValue: "desc")
      }
    }
    public struct Fields: Codable, Hashable, Sendable {
      public var include: Nullable<[String]>?
      public var exclude: Nullable<[String]>?
      /// Makes it of its members.
      public init(include: Nullable<[String]>? = nil, exclude: Nullable<[String]>? = nil) {
        self.include = include
        self.exclude = exclude
      }
    }
  }

  public struct BaseMaps: Codable, Hashable, Sendable {
    public var maps: [API.TileJSON]
    public var problems: [Problem]?
    public struct Problem: Codable, Hashable, Sendable {
      public var file: String
      public var reason: String
    }
  }

  public struct Report: Codable, Hashable, Sendable {
    public var photos: Int
    public var located: Int
    public var unlocated: Unlocated
    public var numberMatched: Int
    public var numberReturned: Int
    public var scanCommand: String?
    public var hanging: [Hanging]
    public var links: [API.Link]
    public var files: [File]
    public struct Unlocated: Codable, Hashable, Sendable {
      public var noGps: Int
      public var nullIsland: Int
      public var invalidGps: Int
      public var unreadable: Int
      public var unsupported: Int
      private enum CodingKeys: String, CodingKey {
        case noGps = "no-gps", nullIsland = "null-island", invalidGps = "invalid-gps", unreadable, unsupported
      }
    }
    public struct Hanging: Codable, Hashable, Sendable {
      public var root: String
      public var since: String
    }
    /// Unknown values are absent.
    public struct File: Codable, Hashable, Sendable {
      public var id: Int
      /// Why it has no position
      public var reason: String
      /// Details of the reason
      public var detail: String?
      /// Path below the scanned folder
      public var path: String
      /// Scanned folder
      public var root: String
      /// Name of the file
      public var filename: String
      /// MIME type
      public var media: String?
      /// Bytes in the file
      public var size: Int?
      /// Width in pixels as shown
      public var width: Int?
      /// Height in pixels as shown
      public var height: Int?
      /// Exif orientation, 1 to 8
      public var orientation: Int?
      /// When it was taken. In filters and sortby, a local time without an offset is read as UTC, as in datetime;
      /// timeSource = 'local' selects such photos.
      public var takenAt: String?
      /// Local time of the camera. Such as 2024-05-01T12:00:00.
      public var takenAtLocal: String?
      /// How the time is known
      public var timeSource: TimeSource?
      /// Metres above sea level
      public var altitude: Double?
      /// Direction the camera faced, in degrees from true north
      public var direction: Double?
      /// Expected error of the position, in metres
      public var accuracy: Double?
      /// Source of the position
      public var locationSource: LocationSource?
      /// Angle from the left to the right edge of the picture, in degrees. 360 is a whole panorama.
      public var fieldOfView: Double?
      /// Angle of the camera above the horizon, in degrees. −90 is straight down.
      public var pitch: Double?
      /// Angle by which the camera was turned clockwise, in degrees
      public var roll: Double?
      /// Metres above the point of take-off. Written by drones.
      public var relativeAltitude: Double?
      /// Country by ISO 3166-1, such as DE. Absent on the high seas.
      public var countryCode: String?
      /// Country
      public var country: String?
      /// State or province
      public var region: String?
      /// State or province by GeoNames' code, such as DE.02
      public var regionCode: String?
      /// Settlement that a person would name
      public var place: String?
      /// GeoNames' number of the settlement
      public var placeId: Int?
      /// Smallest polygon of the boundaries that contains the position. Known only with boundaries: geoindex places
      /// --boundaries FILE.gpkg.
      public var area: String?
      /// Time zone, such as Europe/Berlin
      public var timeZone: String?
      /// Maker of the camera
      public var cameraMake: String?
      /// Model of the camera
      public var cameraModel: String?
      /// Lens
      public var lens: String?
      /// Program that wrote the file. An editor, or the firmware of the camera.
      public var software: String?
      /// Title
      public var title: String?
      /// Description. It may have several lines.
      public var caption: String?
      /// What the photo shows
      public var keywords: [String]?
      /// Keywords in hierarchies, such as Places/Sea/Baltic
      public var keywordPaths: [String]?
      /// People in the photo
      public var people: [String]?
      /// Stars from 0 to 5. −1 means that the photo was rejected.
      public var rating: Int?
      /// Mark of an editor, such as a colour
      public var label: String?
      /// Whether it is a favourite
      public var favourite: Bool?
      /// Photographer
      public var creator: String?
      /// Copyright
      public var copyright: String?
      /// A small picture
      public var thumbnail: String?
      /// The file
      public var original: String?
      /// Metres to the centre of the settlement
      public var placeDistance: Double?
      /// Flight on which it was taken, such as flight Berlin – Lisbon. Known only to owners, and only in answers of
      /// the server to requests whose properties name it: it is found by the photos before and after, and no other
      /// request waits for that. The filter flight selects such photos.
      public var flight: String?
      /// Why the position is doubted. Known only to owners, and only in answers of the server to requests whose
      /// properties name it, as with flight. The filter doubt selects such photos, and /doubts has the evidence.
      public var doubt: Doubt?
      /// The percent-encoded path, if it is not UTF-8
      public var pathBytes: String?
      /// The percent-encoded folder, if it is not UTF-8
      public var rootBytes: String?
      public struct TimeSource: NamedValue {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let offsetTag = Self(rawValue: "offset-tag")
        public static let gps = Self(rawValue: "gps")
        public static let place = Self(rawValue: "place")
        public static let local = Self(rawValue: "local")
      }
      public struct LocationSource: NamedValue {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let exif = Self(rawValue: "exif")
        public static let xmp = Self(rawValue: "xmp")
        public static let sidecar = Self(rawValue: "sidecar")
        public static let takeout = Self(rawValue: "takeout")
        public static let quicktime = Self(rawValue: "quicktime")
        public static let gpx = Self(rawValue: "gpx")
        public static let `import` = Self(rawValue: "import")
        public static let track = Self(rawValue: "track")
        public static let neighbour = Self(rawValue: "neighbour")
        public static let manual = Self(rawValue: "manual")
      }
      public struct Doubt: NamedValue {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let sign = Self(rawValue: "sign")
        public static let swapped = Self(rawValue: "swapped")
        public static let stale = Self(rawValue: "stale")
        public static let speed = Self(rawValue: "speed")
        public static let elsewhere = Self(rawValue: "elsewhere")
        public static let clock = Self(rawValue: "clock")
        public static let altitude = Self(rawValue: "altitude")
        public static let coarse = Self(rawValue: "coarse")
        public static let sea = Self(rawValue: "sea")
        public static let contradiction = Self(rawValue: "contradiction")
      }
    }
  }

  public struct Visitor: Codable, Hashable, Sendable {
    public var role: Role
    public var name: String?
    public var scope: Scope?
    public var by: String?
    public var expires: String?
    public var precision: Double?
    public var users: Bool?
    public var session: Bool?
    public struct Role: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let owner = Self(rawValue: "owner")
      public static let editor = Self(rawValue: "editor")
      public static let viewer = Self(rawValue: "viewer")
      public static let guest = Self(rawValue: "guest")
    }
    public struct Scope: Codable, Hashable, Sendable {
      public var path: [String]?
      public var area: [String]?
      public var bbox: [String]?
      public var keyword: [String]?
    }
  }

  public struct Shares: Codable, Hashable, Sendable {
    public var asksForPassword: Bool
    public var shares: [API.Share]
  }

  public struct Share: Codable, Hashable, Sendable {
    public var id: String
    public var expires: String
    public var bbox: String?
    public var by: String?
    public var datetime: String?
    public var noNames: String?
    public var noWords: String?
    public var noTimes: String?
    public var diary: String?
    public var path: String?
    public var paths: String?
    public var precision: String?
    public var trip: String?
    public var filter: String?
    public var url: String
    public var photos: Int
    private enum CodingKeys: String, CodingKey {
      case id, expires, bbox, by, datetime, noNames = "no-names", noWords = "no-words", noTimes = "no-times",
        diary, path, paths, precision, trip, filter, url, photos
    }
  }

  public struct ShareOrder: Codable, Hashable, Sendable {
    public var bbox: String?
    public var datetime: String?
    public var path: String?
    public var precision: String?
    public var paths: String?
    public var noNames: String?
    public var noWords: String?
    public var trip: String?
    public var noTimes: String?
    public var diary: String?
    public var expires: String?
    public var filter: String?
    /// Makes it of its members.
    public init(bbox: String? = nil, datetime: String? = nil, path: String? = nil, precision: String? = nil, paths: String? = nil, noNames: String? = nil, noWords: String? = nil, trip: String? = nil, noTimes: String? = nil, diary: String? = nil, expires: String? = nil, filter: String? = nil) {
      self.bbox = bbox
      self.datetime = datetime
      self.path = path
      self.precision = precision
      self.paths = paths
      self.noNames = noNames
      self.noWords = noWords
      self.trip = trip
      self.noTimes = noTimes
      self.diary = diary
      self.expires = expires
      self.filter = filter
    }
    private enum CodingKeys: String, CodingKey {
      case bbox, datetime, path, precision, paths, noNames = "no-names", noWords = "no-words", trip, noTimes =
        "no-times", diary, expires, filter
    }
  }

  public struct Zones: Codable, Hashable, Sendable {
    public var zones: [API.Zone]
    public var proposal: Proposal?
    public struct Proposal: Codable, Hashable, Sendable {
      public var circle: String
      public var days: Int
    }
  }

  public struct Zone: Codable, Hashable, Sendable {
    public var name: String
    public var circle: String?
    public var bbox: String?
    public var coarse: Double?
  }

  public struct ZoneOrder: Codable, Hashable, Sendable {
    public var name: String
    public var circle: String?
    public var bbox: String?
    public var coarse: Double?
    /// Makes it of its members.
    public init(name: String, circle: String? = nil, bbox: String? = nil, coarse: Double? = nil) {
      self.name = name
      self.circle = circle
      self.bbox = bbox
      self.coarse = coarse
    }
  }

  public struct Scan: Codable, Hashable, Sendable {
    public var id: Int
    public var state: State
    public var files: Int
    public var located: Int
    public var expectedFiles: Int?
    public var folder: String?
    public var seconds: Double
    public var problem: String?
    public var added: Int?
    public var updated: Int?
    public var moved: Int?
    public var removed: Int?
    public var unchanged: Int?
    public var hanging: [String]?
    public var errors: [Error]?
    public struct State: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let waiting = Self(rawValue: "waiting")
      public static let running = Self(rawValue: "running")
      public static let finished = Self(rawValue: "finished")
      public static let cancelled = Self(rawValue: "cancelled")
      public static let failed = Self(rawValue: "failed")
    }
    public struct Error: Codable, Hashable, Sendable {
      public var path: String
      public var reason: String
    }
  }

  public struct Rooms: Codable, Hashable, Sendable {
    public var rooms: [API.Room]
  }

  public struct Room: Codable, Hashable, Sendable {
    public var id: String
    public var name: String?
    public var by: String?
    public var opened: String
    public var leader: Int?
    public var view: API.RoomView?
    public var members: [API.RoomMember]
  }

  public struct RoomOrder: Codable, Hashable, Sendable {
    public var name: String?
    public var longitude: Double?
    public var latitude: Double?
    public var zoom: Double?
    public var bearing: Double?
    /// The position; nil if it has none.
    public var coordinate: Coordinate? {
      guard let longitude, let latitude else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    /// Makes it of its members.
    public init(name: String? = nil, longitude: Double? = nil, latitude: Double? = nil, zoom: Double? = nil, bearing: Double? = nil) {
      self.name = name
      self.longitude = longitude
      self.latitude = latitude
      self.zoom = zoom
      self.bearing = bearing
    }
  }

  public struct RoomResult: Codable, Hashable, Sendable {
    public var id: Int
  }

  public struct RoomMessage: Codable, Hashable, Sendable {
    public var member: Int
    public var key: String
    public var kind: Kind
    public var text: String?
    public var photo: Int?
    public var lead: Bool?
    public var longitude: Double?
    public var latitude: Double?
    public var zoom: Double?
    public var bearing: Double?
    /// The position; nil if it has none.
    public var coordinate: Coordinate? {
      guard let longitude, let latitude else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    /// Makes it of its members.
    public init(member: Int, key: String, kind: Kind, text: String? = nil, photo: Int? = nil, lead: Bool? = nil, longitude: Double? = nil, latitude: Double? = nil, zoom: Double? = nil, bearing: Double? = nil) {
      self.member = member
      self.key = key
      self.kind = kind
      self.text = text
      self.photo = photo
      self.lead = lead
      self.longitude = longitude
      self.latitude = latitude
      self.zoom = zoom
      self.bearing = bearing
    }
    public struct Kind: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let text = Self(rawValue: "text")
      public static let view = Self(rawValue: "view")
      public static let point = Self(rawValue: "point")
      public static let photo = Self(rawValue: "photo")
      public static let lead = Self(rawValue: "lead")
      public static let leave = Self(rawValue: "leave")
    }
  }

  public struct Health: Codable, Hashable, Sendable {
    public var status: String
    public var indexVersion: Int?
    public var recordAge: Int?
  }

  public struct Link: Codable, Hashable, Sendable {
    public var href: String
    public var rel: String
    public var type: String?
    public var title: String?
    public var templated: Bool?
  }

  public struct Extent: Codable, Hashable, Sendable {
    public var spatial: Spatial
    public var temporal: Temporal?
    public struct Spatial: Codable, Hashable, Sendable {
      public var bbox: [GeographicBounds]
      public var crs: String
    }
    public struct Temporal: Codable, Hashable, Sendable {
      public var interval: [[String]]
      public var trs: String
    }
  }

  public struct PlannedPlacement: Codable, Hashable, Sendable {
    public var photo: Int
    public var path: String
    public var filename: String
    public var longitude: Double
    public var latitude: Double
    public var altitude: Double?
    public var source: Source
    public var gap: Double
    public var accuracy: Double
    public var instant: String
    public var camera: String
    public var clock: String?
    public var clockEvidence: String?
    public var before: Before
    public var after: After
    /// The position; nil if it has none.
    public var coordinate: Coordinate? {
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    public struct Source: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let track = Self(rawValue: "track")
      public static let neighbour = Self(rawValue: "neighbour")
    }
    public struct Before: Codable, Hashable, Sendable {
      public var instant: String
      public var longitude: Double
      public var latitude: Double
      /// The position; nil if it has none.
      public var coordinate: Coordinate? {
        return Coordinate(latitude: latitude, longitude: longitude)
      }
    }
    public typealias After = API.PlannedPlacement.Before
  }

  public struct ItemLink: Codable, Hashable, Sendable {
    public var href: String
    public var rel: String
    public var type: String?
    public var title: String?
    public var templated: Bool?
    public var method: Method?
    public var body: JSONValue?
    public struct Method: NamedValue {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }
      public static let GET = Self(rawValue: "GET")
      public static let POST = Self(rawValue: "POST")
    }
  }

  public struct Point: Codable, Hashable, Sendable {
    public var type: String
    public var coordinates: [Double]
  }

  public struct RoomView: Codable, Hashable, Sendable {
    public var longitude: Double
    public var latitude: Double
    public var zoom: Double
    public var bearing: Double
    /// The position; nil if it has none.
    public var coordinate: Coordinate? {
      return Coordinate(latitude: latitude, longitude: longitude)
    }
  }

  public struct RoomMember: Codable, Hashable, Sendable {
    public var member: Int
    public var name: String
    public var colour: String
    public var guest: Bool
    public var creator: Bool
    public var away: Bool?
    public var view: API.RoomView?
  }
}
