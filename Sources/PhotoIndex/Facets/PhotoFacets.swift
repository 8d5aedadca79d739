public import PhotoFacts

/// How the photos that a filter selects divide by what took them, what they are, where their place was
/// read and which folder they lie in.
public struct PhotoFacets: Hashable, Sendable {
  /// A camera, all lenses together.
  public struct Camera: Hashable, Sendable {
    /// Its maker, where that is known.
    public var make: String?

    /// Its model, where that is known.
    public var model: String?
  }

  /// A folder that lies in a root, with all below it.
  public struct Folder: Hashable, Sendable {
    /// The folder that was scanned.
    public var root: FilePath

    /// The name of the folder in it; empty for the photos that lie in the root itself.
    public var name: [UInt8]

    /// Whether no other root has a folder of that name.
    public var isOnlyOneOfItsName: Bool
  }

  /// A country, a region or a place.
  public struct Area: Hashable, Sendable {
    /// Its code or number, the same in every language.
    public var id: String

    /// The names of a position in it, down to those of the area itself.
    public var names: PlaceDescription

    /// Makes an area.
    public init(id: String, names: PlaceDescription) { (self.id, self.names) = (id, names) }

    /// The kinds of areas.
    public enum Kind: String, Sendable {
      case country
      case region
      case place
    }

    /// What kind of area it is.
    public var kind: Kind {
      names.placeID != nil ? .place : names.regionCode != nil ? .region : .country
    }

    /// Its own name.
    public var name: String? {
      switch kind {
      case .country: names.country
      case .region: names.region
      case .place: names.place
      }
    }
  }

  /// One of the parts and how many photos it has.
  public struct Part<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What they have in common.
    public var value: Value

    /// How many photos.
    public var count: Int
  }

  /// How many parts of a kind are named at most.
  public static let limit = 200

  /// All photos that the filter selects.
  public var count: Int

  /// The cameras with most photos, most first.
  public var cameras: [Part<Camera>]

  /// How many photos are of cameras that are not named.
  public var otherCameras: Int

  /// How many photos do not say what took them.
  public var withoutCamera: Int

  /// Stills and films, most first.
  public var media: [Part<MediaKind>]

  /// What the places were read from, most first.
  public var sources: [Part<LocationSource>]

  /// The folders with most photos, most first.
  public var folders: [Part<Folder>]

  /// How many photos lie in folders that are not named.
  public var otherFolders: Int

  /// The countries with most photos, most first.
  public var countries: [Part<Area>]

  /// The regions with most photos, most first.
  public var regions: [Part<Area>]

  /// The places with most photos, most first.
  public var places: [Part<Area>]
}

extension PhotoFacets {
  /// Puts together what was counted: photos by traits as the grid has them, and by group.
  init(
    traits: [Int], groups: [GroupNames.Group: Int], _ names: GroupNames,
    localities: [UInt32: Int], _ table: LocalityTable
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
    let named = localities.compactMap { number, count in
      table.rows[number].map { ($0.names, count) }
    }
    countries = Self.areas(named) { $0.upToCountry }
    regions = Self.areas(named) { $0.upToRegion }
    places = Self.areas(named) { $0.upToPlace }
    otherCameras = count - withoutCamera - self.cameras.reduce(0) { $0 + $1.count }
    otherFolders = count - self.folders.reduce(0) { $0 + $1.count }
  }

  private static func sum(_ traits: [Int], where isWanted: (UInt8) -> Bool) -> Int {
    traits.indices.reduce(0) { isWanted(UInt8($1)) ? $0 + traits[$1] : $0 }
  }

  /// The areas with most photos; of equal ones those that come first by their ids.
  private static func areas(
    _ localities: [(names: PlaceDescription, count: Int)], _ area: (PlaceDescription) -> Area?
  ) -> [Part<Area>] {
    var counts: [String: Part<Area>] = [:]
    for (names, count) in localities {
      guard let area = area(names) else { continue }
      counts[area.id, default: Part(value: area, count: 0)].count += count
    }
    return Array(
      counts.values.sorted { ($1.count, $0.value.id) < ($0.count, $1.value.id) }.prefix(limit))
  }

  /// The largest parts; of equal ones those that were named first.
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

  /// The place of the position.
  var upToPlace: PhotoFacets.Area? {
    guard let placeID else { return nil }
    var area = upToRegion ?? upToCountry ?? PhotoFacets.Area(id: "", names: PlaceDescription())
    (area.names.placeID, area.names.place) = (placeID, place)
    area.id = String(placeID)
    return area
  }
}
