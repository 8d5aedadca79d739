internal import Geography
public import PhotoFacts
public import PhotoIndex
public import Placement
internal import Query

/// The photos without a position that can be placed, each with its candidate.
public struct PlacementPlan {
  /// A photo and its suggested position.
  public struct Entry {
    /// The photo.
    public var photo: PhotoRecord

    /// The suggested position.
    public var candidate: Candidate

    /// Whether it is derived from a track or from photos of other devices.
    public var source: LocationSource

    /// When it was taken.
    public var instant: Int64

    /// The clock from which the instant is derived; nil if the file states it.
    public var clock: CameraClock?
  }

  /// What candidates are derived from.
  public struct Sources: Sendable {
    /// The fixes of tracks.
    public var tracks = FixTimeline([])

    /// Whether the tracks in the index are used.
    public var usesStoredTracks = false

    /// Whether photos of other devices are used.
    public var usesNeighbours = false

    /// The limits for the time and distance between a photo and the fixes.
    public var rules = PlacementRules()

    /// Offsets of clocks that a person has entered.
    public var clocks: [GivenClock] = []

    /// Makes sources without any.
    public init() {}
  }

  /// The photos that can be placed, in the order of their times.
  public private(set) var entries: [Entry] = []

  /// Photos without a usable time.
  public private(set) var undated = 0

  /// Photos whose camera has an unknown clock, by camera.
  public private(set) var withoutClock: [String: Int] = [:]

  /// Photos with a time that is not near any fix.
  public private(set) var far = 0

  /// Cameras of entered clocks without photos.
  public private(set) var unknownCameras: [String] = []

  private var devices = Devices()
  private var clocks = CameraClocks()
  private var neighbours = FixTimeline([])

  /// Plans for all photos of an index that are not on the map and could be.
  public init(_ index: PhotoIndex, _ sources: Sources) throws {
    try learn(index, sources)
    try index.read { reader in
      var dated: [DatedPhoto] = []
      for reason in UnlocatedReason.allCases where reason.isPlaceable {
        var cursor: UnlocatedCursor?
        repeat {
          let page = try reader.unlocated(reason, after: cursor, limit: 1_000)
          dated += page.files.compactMap { date($0) }
          cursor = page.next
        } while cursor != nil
      }
      // Sorted, so that each part of a stored track is read once.
      dated.sort { $0.instant < $1.instant }
      var stored = sources.usesStoredTracks ? try StoredFixes(reader) : nil
      for photo in dated { try place(photo, sources, &stored) }
    }
  }

  /// Learns the clocks of cameras, and the fixes of neighbours, from the photos on the map.
  private mutating func learn(_ index: PhotoIndex, _ sources: Sources) throws {
    var fixes: [(fix: Fix, device: Int)] = []
    var dated: [(CaptureTime, Int)] = []
    let listing = try index.listing(PhotoFilter())
    while let photos = try listing.next(2_000) {
      for photo in photos {
        let device = devices.number(of: photo.facts.camera)
        guard let time = photo.time, let location = photo.place.location else { continue }
        dated.append((time, device))
        // A position derived from neighbours is no evidence for further ones.
        guard sources.usesNeighbours, location.source != .neighbour,
          let instant = time.instantMilliseconds
        else { continue }
        let fix = Fix(
          location.coordinate, at: instant, altitude: location.altitude,
          accuracy: location.accuracy)
        fixes.append((fix, device))
      }
    }
    neighbours = FixTimeline(photos: fixes)
    try index.read { reader in try addDevices(of: reader) }
    var given: [Int: Int64] = [:]
    for clock in sources.clocks {
      let numbers = devices.numbers(named: clock.camera)
      if numbers.isEmpty { unknownCameras.append(clock.camera) }
      for number in numbers { given[number] = clock.offset }
    }
    clocks = CameraClocks(given: given)
    for (time, device) in dated { clocks.learn(time, of: device) }
    clocks.sort()
  }

  /// Numbers the cameras of photos that are not on the map, so that `--clock` can name them.
  private mutating func addDevices(of reader: IndexReader) throws {
    var cursor: UnlocatedCursor?
    repeat {
      let page = try reader.unlocated(after: cursor, limit: 2_000)
      for photo in page.files { _ = devices.number(of: photo.facts.camera) }
      cursor = page.next
    } while cursor != nil
  }

  /// A photo whose instant is known.
  private struct DatedPhoto {
    var photo: PhotoRecord
    var instant: Int64
    var clock: CameraClock?
    var device: Int
  }

  private mutating func date(_ photo: PhotoRecord) -> DatedPhoto? {
    guard let time = photo.time else {
      undated += 1
      return nil
    }
    let device = devices.number(of: photo.facts.camera)
    guard let (instant, clock) = clocks.instant(of: time, device: device) else {
      withoutClock[devices.names[device], default: 0] += 1
      return nil
    }
    return DatedPhoto(photo: photo, instant: instant, clock: clock, device: device)
  }

  private mutating func place(
    _ dated: DatedPhoto, _ sources: Sources, _ stored: inout StoredFixes?
  ) throws {
    let rules = sources.rules
    var found = sources.tracks.candidate(at: dated.instant, by: rules)
    if found == nil, stored?.isEmpty == false {
      let limit = Int64(max(rules.maxGap, rules.extrapolation) * 1_000)
      let fixes = try stored?.fixes(near: dated.instant, within: limit) ?? []
      found = FixTimeline(fixes).candidate(at: dated.instant, by: rules)
    }
    var source = LocationSource.track
    if found == nil {
      found = neighbours.candidate(at: dated.instant, besides: dated.device, by: rules)
      source = .neighbour
    }
    guard let found else {
      far += 1
      return
    }
    entries.append(
      Entry(
        photo: dated.photo, candidate: found, source: source, instant: dated.instant,
        clock: dated.clock))
  }
}

extension PlacementPlan.Entry {
  /// The name of the camera.
  public var camera: String { Devices.name(of: photo.facts.camera) }

  /// The placement to record.
  public var wanted: PhotoPlacer.Wanted {
    PhotoPlacer.Wanted(
      id: photo.id,
      location: Location(
        candidate.coordinate, altitude: candidate.altitude, accuracy: candidate.accuracy,
        source: source),
      gap: candidate.gap)
  }
}

/// The cameras of a library by number.
private struct Devices {
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]

  static func name(of camera: Camera) -> String {
    let (make, model) = (camera.make ?? "", camera.model ?? "")
    let isRepeated = model.lowercased().hasPrefix(make.lowercased())
    let name = isRepeated ? model : model.isEmpty ? make : "\(make) \(model)"
    return name.isEmpty ? "unknown camera" : name
  }

  mutating func number(of camera: Camera) -> Int {
    let name = Self.name(of: camera)
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// The cameras whose name contains a text.
  func numbers(named text: String) -> [Int] {
    names.indices.filter { names[$0].lowercased().contains(text.lowercased()) }
  }
}
