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
}

extension PhotoFacets {
  /// Puts together what was counted: photos by traits as the grid has them, and by group.
  init(traits: [Int], groups: [GroupNames.Group: Int], _ names: GroupNames) {
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
    otherCameras = count - withoutCamera - self.cameras.reduce(0) { $0 + $1.count }
    otherFolders = count - self.folders.reduce(0) { $0 + $1.count }
  }

  private static func sum(_ traits: [Int], where isWanted: (UInt8) -> Bool) -> Int {
    traits.indices.reduce(0) { isWanted(UInt8($1)) ? $0 + traits[$1] : $0 }
  }

  /// The largest parts; of equal ones those that were named first.
  private static func most<Value>(_ counts: [Int], of values: [Value]) -> [Part<Value>] {
    let found = counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }
    return found.prefix(limit).map { Part(value: values[$0], count: counts[$0]) }
  }
}
