public import PhotoFacts

/// The photos that a filter selects, counted by camera, kind, source of the position, folder, country, region,
/// place, polygon of the boundaries, keyword, person and rating.
public struct PhotoFacets: Hashable, Sendable {
  /// A camera, all lenses together.
  public struct Camera: Hashable, Sendable {
    /// Its maker, if known.
    public var make: String?

    /// Its model, if known.
    public var model: String?
  }

  /// A folder directly in a root, with everything below it.
  public struct Folder: Hashable, Sendable {
    /// The folder that was scanned.
    public var root: FilePath

    /// The name of the folder; empty for the photos directly in the root.
    public var name: [UInt8]

    /// Whether no other root has a folder of that name.
    public var isOnlyOneOfItsName: Bool
  }

  /// A country, a region or a place.
  public struct Area: Hashable, Sendable {
    /// Its code or number, the same in every language.
    public var id: String

    /// Its names, from the country down to the area itself.
    public var names: PlaceDescription

    /// Makes an area.
    public init(id: String, names: PlaceDescription) { (self.id, self.names) = (id, names) }

    /// The kinds of areas.
    public enum Kind: String, Sendable {
      case country
      case region
      case place
      /// A polygon of the user's boundaries.
      case area
    }

    /// What kind of area it is.
    public var kind: Kind {
      if names.placeID != nil { return .place }
      if names.regionCode != nil { return .region }
      return names.area != nil ? .area : .country
    }

    /// Its own name.
    public var name: String? {
      switch kind {
      case .country: names.country
      case .region: names.region
      case .place: names.place
      case .area: names.area
      }
    }
  }

  /// A value, and how many photos have it.
  public struct Part<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value.
    public var value: Value

    /// How many photos.
    public var count: Int
  }

  /// The most parts that are listed for a property.
  public static let limit = 200

  /// How many photos the filter selects.
  public var count: Int

  /// The cameras with most photos, most first.
  public var cameras: [Part<Camera>]

  /// How many photos are from cameras that are not listed.
  public var otherCameras: Int

  /// How many photos do not name their camera.
  public var withoutCamera: Int

  /// Stills and films, most first.
  public var media: [Part<MediaKind>]

  /// The sources of the positions, most first.
  public var sources: [Part<LocationSource>]

  /// The folders with most photos, most first.
  public var folders: [Part<Folder>]

  /// How many photos are in folders that are not listed.
  public var otherFolders: Int

  /// The countries with most photos, most first.
  public var countries: [Part<Area>]

  /// The regions with most photos, most first.
  public var regions: [Part<Area>]

  /// The places with most photos, most first.
  public var places: [Part<Area>]

  /// The polygons of the boundaries with most photos, most first, by name.
  public var areas: [Part<String>]

  /// What is counted of their words.
  public var words = Words()

  /// Photos counted by words.
  public struct Words: Hashable, Sendable {
    /// The keywords with most photos, most first.
    public var keywords: [Part<String>] = []

    /// The people with most photos, most first.
    public var people: [Part<String>] = []

    /// The numbers of stars, most stars first.
    public var ratings: [Part<Int>] = []

    /// How many are favourites.
    public var favourites = 0

    /// Nothing.
    public init() {}
  }
}

extension PhotoFacets {
  /// Combines the counts by traits (as the grid stores them), by group and by locality.
  init(
    traits: [Int], groups: [GroupNames.Group: Int], _ names: GroupNames,
    _ localities: [(names: PlaceDescription, count: Int)]
  ) {
    var cameras = [Int](repeating: 0, count: names.cameras.count)
    var folders = [Int](repeating: 0, count: names.folders.count)
    var withoutCamera = 0
    for (group, count) in groups {
      if let camera = group.camera { cameras[camera] += count } else { withoutCamera += count }
      if let folder = group.folder { folders[folder] += count }
    }
    count = traits.reduce(0, +)
    self.withoutCamera = withoutCamera
    self.cameras = Self.most(cameras, of: names.cameras)
    self.folders = Self.most(folders, of: names.folders)
    media = Self.most(
      MediaKind.allCases.map { kind in Self.sum(traits) { $0 & 0x0F == kind.rawValue } },
      of: MediaKind.allCases)
    sources = Self.most(
      LocationSource.allCases.map { source in Self.sum(traits) { $0 >> 4 == source.rawValue } },
      of: LocationSource.allCases)
    countries = Self.areas(localities, by: \.countryCode) { $0.upToCountry }
    regions = Self.areas(localities, by: \.regionCode) { $0.upToRegion }
    places = Self.areas(localities, by: \.placeID) { $0.upToPlace }
    areas = Self.boundaries(localities)
    otherCameras = count - withoutCamera - self.cameras.reduce(0) { $0 + $1.count }
    otherFolders = count - self.folders.reduce(0) { $0 + $1.count }
  }

  private static func sum(_ traits: [Int], where isWanted: (UInt8) -> Bool) -> Int {
    traits.indices.reduce(0) { isWanted(UInt8($1)) ? $0 + traits[$1] : $0 }
  }

  /// The areas with most photos; those with equal counts are sorted by id.
  private static func areas<Key: Hashable>(
    _ localities: [(names: PlaceDescription, count: Int)], by key: (PlaceDescription) -> Key?,
    _ area: (PlaceDescription) -> Area?
  ) -> [Part<Area>] {
    var counts: [Key: (first: Int, count: Int)] = [:]
    for (index, locality) in localities.enumerated() {
      guard let key = key(locality.names) else { continue }
      counts[key, default: (index, 0)].count += locality.count
    }
    // Only areas that may be listed are named, since there may be thousands of places.
    let enough = counts.count > limit ? counts.values.map(\.count).sorted(by: >)[limit - 1] : 0
    let parts = counts.values.filter { $0.count >= enough }.compactMap { first, count in
      area(localities[first].names).map { Part(value: $0, count: count) }
    }
    return Array(parts.sorted { ($1.count, $0.value.id) < ($0.count, $1.value.id) }.prefix(limit))
  }

  /// The polygons with most photos; those with equal counts are sorted by name.
  private static func boundaries(_ localities: [(names: PlaceDescription, count: Int)]) -> [Part<
    String
  >] {
    var counts: [String: Int] = [:]
    for locality in localities {
      if let area = locality.names.area { counts[area, default: 0] += locality.count }
    }
    let parts = counts.map { Part(value: $0, count: $1) }
    return Array(parts.sorted { ($1.count, $0.value) < ($0.count, $1.value) }.prefix(limit))
  }

  /// The parts with most photos; those with equal counts are in the order of `values`.
  private static func most<Value>(_ counts: [Int], of values: [Value]) -> [Part<Value>] {
    let found = counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }
    return found.prefix(limit).map { Part(value: values[$0], count: counts[$0]) }
  }
}

extension PlaceDescription {
  /// The country of the position.
  var upToCountry: PhotoFacets.Area? {
    var names = PlaceDescription()
    (names.countryCode, names.country) = (countryCode, country)
    return countryCode.map { PhotoFacets.Area(id: $0, names: names) }
  }

  /// The region of the position.
  var upToRegion: PhotoFacets.Area? {
    guard var area = upToCountry, let regionCode else { return nil }
    (area.names.regionCode, area.names.region) = (regionCode, region)
    area.id = regionCode
    return area
  }

  /// The area of the position, among the user's boundaries.
  var ownArea: PhotoFacets.Area? {
    var names = PlaceDescription()
    names.area = area
    return area.map { PhotoFacets.Area(id: $0, names: names) }
  }

  /// The place of the position.
  var upToPlace: PhotoFacets.Area? {
    guard let placeID else { return nil }
    var area = upToRegion ?? upToCountry ?? PhotoFacets.Area(id: "", names: PlaceDescription())
    (area.names.placeID, area.names.place) = (placeID, place)
    area.id = String(placeID)
    return area
  }
}
