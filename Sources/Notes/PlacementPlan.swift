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

    /// Makes empty sources.
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

  /// Entered clocks that belong to no camera, each with the reason.
  public internal(set) var wrongClocks: [(name: String, reason: String)] = []

  var devices = Devices()
  var clocks = CameraClocks()
  private var neighbours = FixTimeline([])

  /// The photos that entered clocks name, by name.
  var shown: [String: [(time: CaptureTime?, device: Int)]] = [:]

  /// Photos on the map whose instant is unknown or follows from the position, by device.
  var sightings: [Int: [ClockSearch.Sighting]] = [:]

  /// Plans positions for all photos of an index that are not on the map and could be.
  public init(_ index: PhotoIndex, _ sources: Sources) throws {
    try learn(index, sources)
    try index.read { reader in
      let photos = try placeable(reader)
      var stored = sources.usesStoredTracks ? try StoredFixes(reader) : nil
      try findClocks(of: photos, sources, &stored, index.places)
      // Sorted, so that each part of a stored track is read once.
      let dated = photos.compactMap { date($0) }.sorted { $0.instant < $1.instant }
      for photo in dated { try place(photo, sources, &stored) }
    }
  }

  private func placeable(_ reader: IndexReader) throws -> [PhotoRecord] {
    var photos: [PhotoRecord] = []
    for reason in UnlocatedReason.allCases where reason.isPlaceable {
      var cursor: UnlocatedCursor?
      repeat {
        let page = try reader.unlocated(reason, after: cursor, limit: 1_000)
        photos += page.files
        cursor = page.next
      } while cursor != nil
    }
    return photos
  }

  /// Learns the clocks of cameras, and the fixes of neighbours, from the photos on the map.
  private mutating func learn(_ index: PhotoIndex, _ sources: Sources) throws {
    var fixes: [(fix: Fix, device: Int)] = []
    var dated: [(CaptureTime, Int)] = []
    let listing = try index.listing(PhotoFilter())
    while let photos = try listing.next(2_000) {
      for photo in photos {
        let device = devices.number(of: photo.facts.camera)
        note(photo, device, sources.clocks)
        guard let time = photo.time, let location = photo.place.location else { continue }
        dated.append((time, device))
        sightings[device, default: []] += Self.sighting(time, location)
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
    try index.read { reader in try learnEntered(sources.clocks, reader) }
    for (time, device) in dated { clocks.learn(time, of: device) }
    clocks.sort()
  }

  /// The photo as evidence, if it has a position and its instant is unknown or follows from the zone there.
  ///
  /// A position from a plan is no evidence for another plan.
  private static func sighting(_ time: CaptureTime, _ location: Location) -> [ClockSearch.Sighting]
  {
    guard time.source == .local || time.source == .place, let local = time.localMilliseconds,
      location.source != .neighbour, location.source != .track
    else { return [] }
    return [
      ClockSearch.Sighting(local: local, at: location.coordinate, accuracy: location.accuracy)
    ]
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
      found = FixTimeline(fixes.map(\.fix)).candidate(at: dated.instant, by: rules)
    }
    var source = LocationSource.track
    if found == nil {
      found = neighbours.candidate(at: dated.instant, besides: dated.device, by: rules)
      source = .neighbour
    }
    guard var found else {
      // A zone alone is weak evidence: if no fix is near, the clock counts as unknown.
      if dated.clock?.evidence == .zoneOfTrack {
        withoutClock[devices.names[dated.device], default: 0] += 1
      } else {
        far += 1
      }
      return
    }
    found.allow(seconds: dated.clock?.uncertainty ?? 0)
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
  public var wanted: NotesWriter.Wanted {
    NotesWriter.Wanted(
      id: photo.id,
      location: Location(
        candidate.coordinate, altitude: candidate.altitude, accuracy: candidate.accuracy,
        source: source),
      gap: candidate.gap)
  }
}

/// The cameras of a library by number.
struct Devices {
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]

  static func name(of camera: Camera) -> String { camera.name ?? "unknown camera" }

  /// The number of a camera that has one.
  func known(_ camera: Camera) -> Int? { numbers[Self.name(of: camera)] }

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
