internal import Geography
internal import PhotoFacts
internal import PhotoIndex
internal import Places
internal import Placement
internal import Synchronization
internal import Threads

// How the clocks of cameras are determined.
extension PlacementPlan {
  /// Photos of one device less than this apart are searched together, as a session, in milliseconds.
  private static let pause: Int64 = 43_200_000
  private static let longestSession: Int64 = 86_400_000

  /// Records a photo that an entered clock names.
  mutating func note(_ photo: PhotoRecord, _ device: Int, _ given: [GivenClock]) {
    for clock in given where clock.isShown(by: photo.file) {
      shown[clock.name, default: []].append((photo.time, device))
    }
  }

  /// Learns the entered clocks, including those of cameras without photos on the map.
  mutating func learnEntered(_ given: [GivenClock], _ reader: IndexReader) throws {
    var cursor: UnlocatedCursor?
    repeat {
      let page = try reader.unlocated(after: cursor, limit: 2_000)
      for photo in page.files { note(photo, devices.number(of: photo.facts.camera), given) }
      cursor = page.next
    } while cursor != nil
    for clock in given {
      switch clock.reading {
      case .offset(let offset):
        let numbers = devices.numbers(named: clock.name)
        if numbers.isEmpty {
          wrongClocks.append((clock.name, "is not part of the name of a camera"))
        }
        for number in numbers { clocks.enter(offset, for: number) }
      case .shown(let instant):
        let photos = shown[clock.name] ?? []
        guard photos.count == 1, let local = photos[0].time?.localMilliseconds else {
          wrongClocks.append((clock.name, "is not the name of exactly one photo with a time"))
          continue
        }
        clocks.enter(instant, shownAt: local, for: photos[0].device)
      }
    }
  }

  /// Determines clocks from the tracks, for cameras whose clock is neither entered nor known from their own photos.
  mutating func findClocks(
    of photos: [PhotoRecord], _ sources: Sources, _ stored: inout StoredFixes?, _ places: Places?
  ) throws {
    // It runs on another core while the fixes of the next session are read.
    var running: (search: SessionSearch, thread: SystemThread?)?
    defer { running?.thread?.join() }
    for (device, sightings) in unclear(photos) {
      for session in Self.sessions(sightings) {
        guard let first = session.first?.local, let last = session.last?.local,
          session.contains(where: { $0.coordinate == nil })
        else { continue }
        let reach = Int64(ClockSearch.mostOffset) * 1_000 + Int64(sources.rules.maxGap) * 1_000
        let instants = (first - reach)...(last + reach)
        var fixes = Array(sources.tracks.fixes(in: instants))
        if fixes.isEmpty { fixes = try stored?.fixes(in: instants) ?? [] }
        guard !fixes.isEmpty else { continue }
        let usual =
          try clocks.zone(besides: device, at: first)
          ?? Self.zone(of: fixes, at: first, places)
        let search = SessionSearch(
          device: device, locals: first...last, session: session, usual: usual, fixes: fixes,
          maxGap: sources.rules.maxGap)
        // Only two at a time, because each has the fixes of more than a day.
        if let first = running {
          running = nil
          search.run()
          first.thread?.join()
          learn(first.search)
          learn(search)
        } else {
          running = (search, SessionSearch.thread(for: search))
        }
      }
    }
    if let last = running {
      running = nil
      last.thread?.join()
      learn(last.search)
    }
  }

  private mutating func learn(_ search: SessionSearch) {
    if let clock = search.clock { clocks.learn(clock, of: search.device, at: search.locals) }
  }

  /// The photos whose instant is still unknown, with those on the map that are evidence for it, by device.
  private func unclear(_ photos: [PhotoRecord]) -> [Int: [ClockSearch.Sighting]] {
    var unclear: [Int: [ClockSearch.Sighting]] = [:]
    for photo in photos {
      guard let device = devices.known(photo.facts.camera), clocks.lacksEvidence(of: device),
        let time = photo.time, time.instantMilliseconds == nil, let local = time.localMilliseconds
      else { continue }
      unclear[device, default: []].append(ClockSearch.Sighting(local: local))
    }
    for device in unclear.keys { unclear[device]? += sightings[device] ?? [] }
    return unclear
  }

  private static func sessions(_ sightings: [ClockSearch.Sighting]) -> [[ClockSearch.Sighting]] {
    var sessions: [[ClockSearch.Sighting]] = []
    for sighting in sightings.sorted(by: { $0.local < $1.local }) {
      if let first = sessions.last?.first, let last = sessions.last?.last,
        sighting.local - last.local < pause, sighting.local - first.local < longestSession
      {
        sessions[sessions.count - 1].append(sighting)
      } else {
        sessions.append([sighting])
      }
    }
    return sessions
  }

  /// The time zone where the track was at a local time; nil if no zone is consistent with itself.
  private static func zone(of fixes: [Fix], at local: Int64, _ places: Places?) throws
    -> CameraClock?
  {
    guard let places else { return nil }
    var offset: Int64 = 0
    // Begins with UTC, then repeats with the zone that was found, until the zone stays the same.
    for _ in 0..<3 {
      guard let near = fixes.nearest(to: local - offset),
        let clock = try places.clock(of: places.locate(near.coordinate), atLocal: local)
      else { return nil }
      if clock.offset * 1_000 == offset {
        return CameraClock(offset: offset, evidence: .zoneOfTrack)
      }
      offset = clock.offset * 1_000
    }
    return nil
  }
}

/// The search for the clock of a camera in one session; it may run on another thread.
private final class SessionSearch: Sendable {
  let device: Int
  let locals: ClosedRange<Int64>
  private let session: [ClockSearch.Sighting]
  private let usual: CameraClock?
  private let fixes: [Fix]
  private let maxGap: Double
  private let found = Mutex<CameraClock?>(nil)

  init(
    device: Int, locals: ClosedRange<Int64>, session: [ClockSearch.Sighting], usual: CameraClock?,
    fixes: [Fix], maxGap: Double
  ) {
    (self.device, self.locals, self.session) = (device, locals, session)
    (self.usual, self.fixes, self.maxGap) = (usual, fixes, maxGap)
  }

  /// The clock that was found, or else the usual one.
  var clock: CameraClock? { found.withLock { $0 } ?? usual }

  /// Starts a search on a thread; nil if the system has none, then the search is done.
  static func thread(for search: SessionSearch) -> SystemThread? {
    if let thread = try? SystemThread({ search.run() }) { return thread }
    search.run()
    return nil
  }

  func run() {
    let clock = ClockSearch(fixes, maxGap: maxGap)
      .clock(of: session, expecting: usual.map { Int($0.offset / 1_000) })
    found.withLock { $0 = clock }
  }
}

extension [Fix] {
  /// The fix nearest in time, of fixes in order of time, in O(log n).
  fileprivate func nearest(to instant: Int64) -> Fix? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].instant < instant { low = middle + 1 } else { high = middle }
    }
    let near = [low - 1, low].filter(indices.contains).map { self[$0] }
    return near.min { abs($0.instant - instant) < abs($1.instant - instant) }
  }
}

extension GivenClock {
  /// Whether the file is the photo of an exact clock that was named.
  fileprivate func isShown(by file: FilePath) -> Bool {
    guard case .shown = reading else { return false }
    let (path, end) = (file.bytes, Array(name.utf8))
    guard path.count >= end.count, path.suffix(end.count).elementsEqual(end) else { return false }
    return path.count == end.count || path[path.count - end.count - 1] == UInt8(ascii: "/")
  }
}
