import Geography
import PhotoFacts
import Plausibility
import TestSupport
import Testing

/// Tracks as evidence, in generated lives and among a few photos.
@Suite struct TrackFindingsTests {
  private func known(_ tracks: [[Fix]]) -> KnownTracks {
    func index(_ track: [Fix], _ instant: Int64) -> Int {
      var (low, high) = (0, track.count)
      while low < high {
        let middle = (low + high) / 2
        if track[middle].instant < instant { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let numbered = tracks.enumerated().filter { !$0.element.isEmpty }.map { number, track in
      (number: Int64(number), fixes: track, span: track[0].instant...track[track.count - 1].instant)
    }
    return KnownTracks(
      numbered.map { ($0.span, UInt64($0.number + 1) &* 0x9E37_79B9_7F4A_7C15) },
      near: { instant, limit in
        numbered.filter { $0.span.contains(instant) }.flatMap { track in
          let next = index(track.fixes, instant)
          return [next - 1, next].filter(track.fixes.indices.contains)
            .map { (track.number, track.fixes[$0]) }
            .filter { abs($0.1.instant - instant) <= limit }
        }
      },
      between: { span in
        numbered.filter { $0.span.overlaps(span) }.flatMap { track in
          track.fixes[index(track.fixes, span.lowerBound)...]
            .prefix { $0.instant <= span.upperBound }.map { (track.number, $0) }
        }
      })
  }

  private func doubts(_ photos: [Observation], _ tracks: [[Fix]]) -> [Int64: Doubt] {
    Findings(ObservationLog(photos), tracks: known(tracks)).doubts
  }

  private func isByTrack(_ doubt: Doubt) -> Bool {
    guard case .apart(.track, _, _) = doubt.evidence else { return false }
    return true
  }

  @Test func tracksRaiseNoFalseAlarms() {
    var (photos, alarms) = (0, [Doubt]())
    for seed in 1...4 as ClosedRange<UInt64> {
      let life = TravelledLife(seed: seed, days: 150)
      let stranger = TravelledLife(seed: seed + 100, days: 150)
      for tracks in [
        life.tracks.owner, life.tracks.partner, stranger.tracks.owner,
        life.tracks.owner + life.tracks.partner,
      ] {
        photos += life.photos.count
        alarms += doubts(life.photos, tracks).values.filter(isByTrack)
      }
    }
    #expect(photos > 50_000)
    #expect(alarms.count * 10_000 <= photos, "\(alarms.prefix(8))")
  }

  /// The only photo of a camera for hours, so far from where it was that it may have gone there and come back.
  @Test(arguments: [1, 2] as [Int32]) func photosThatWereElsewhereAreFound(device: Int32) {
    var (planted, found, near) = (0, 0, 0)
    for seed in 1...4 as ClosedRange<UInt64> {
      let life = TravelledLife(seed: seed &* 13, days: 150)
      let covered = life.tracks.owner.map { $0[0].instant...$0[$0.count - 1].instant }
      var photos = life.photos.filter { $0.device == device }
      photos.sort { ($0.local ?? 0, $0.id) < ($1.local ?? 0, $1.id) }
      var truth: [Int64: Coordinate] = [:]
      var index = 20
      while index + 20 < photos.count {
        defer { index += 20 }
        let time = photos[index].local ?? 0
        let lone = photos.filter {
          abs(($0.local ?? 0) - time) > 2 * 3_600_000 || $0.id == photos[index].id
        }
        guard let place = lone.firstIndex(where: { $0.id == photos[index].id }),
          place > 0, place + 1 < lone.count, !life.airborne.contains(photos[index].id),
          [lone[place - 1], lone[place + 1]].allSatisfy({ other in
            abs((other.local ?? 0) - time) < 8 * 3_600_000 && !life.airborne.contains(other.id)
              && truth[other.id] == nil
              && covered.contains {
                $0.contains(time - 3_600_000) && $0.contains((other.local ?? 0) - 3_600_000)
              }
          })
        else { continue }
        truth[lone[place].id] = lone[place].coordinate
        photos = lone
        photos[place].coordinate = TravelledLife.moved(photos[place].coordinate, 45, 45)
      }
      let doubts = doubts(photos, life.tracks.owner)
      planted += truth.count
      for (id, place) in truth {
        guard let doubt = doubts[id] else { continue }
        found += 1
        if let meant = doubt.suggestion, TravelledLife.kilometres(meant, place) < 1.5 { near += 1 }
      }
    }
    #expect(planted >= 40, "\(planted)")
    #expect(found * 100 >= planted * 95, "\(found) of \(planted)")
    #expect(near * 100 >= planted * 95, "\(near) of \(planted)")
  }

  // MARK: A few photos

  private static let berlin = TravelledLife.place(52.520_123, 13.404_987)
  private static let start: Int64 = 1_560_000_000_000

  private func photo(
    _ id: Int64, hour: Double, _ north: Double, _ east: Double, _ source: TimeSource = .offsetTag,
    place: LocationSource = .exif
  ) -> Observation {
    let time = CaptureTime(
      localMilliseconds: Self.start + Int64(hour * 3_600_000) + 7_200_000, utcOffsetMinutes: 120,
      source: source)
    return Observation(
      id: id, time: time, at: TravelledLife.moved(Self.berlin, north, east), device: 1,
      source: place)
  }

  /// A walk of hours through Berlin.
  private func walk(_ hours: Double = 12, from hour: Double = -1) -> [Fix] {
    stride(from: 0, through: hours, by: 1.0 / 60).map { later in
      Fix(
        TravelledLife.moved(Self.berlin, 0.3 * (hour + later), 0),
        at: Self.start + Int64((hour + later) * 3_600_000))
    }
  }

  private func day(_ wrong: Observation) -> [Observation] {
    [0.0, 1, 2, 3, 8, 9, 10].enumerated().map { number, hour in
      photo(Int64(number), hour: hour, 0.3 * hour + 0.05, 0.02 * Double(number))
    } + [wrong]
  }

  private func found(_ photos: [Observation], _ tracks: [[Fix]]) -> Doubt? {
    doubts(photos, tracks)[99]
  }

  @Test func aTrackThatPassesThePhotosAroundSaysWhereAPhotoWasTaken() throws {
    let photos = day(photo(99, hour: 5.51, 40, 50))
    #expect(found(photos, []) == nil)
    let doubt = try #require(found(photos, [walk()]))
    #expect(doubt.reason == .elsewhere)
    #expect(isByTrack(doubt))
    #expect(doubt.suggestionSource == .track)
    let expected = TravelledLife.moved(Self.berlin, 0.3 * 5.51, 0)
    let place = try #require(doubt.suggestion)
    #expect(TravelledLife.kilometres(place, expected) < 0.01)
  }

  @Test func aTrackSaysNothing() {
    let wrong = photo(99, hour: 5.51, 40, 50)
    // It ends before, has a gap, or passes the photos of the morning only.
    #expect(found(day(wrong), [walk(6)]) == nil)
    #expect(found(day(wrong), [walk(6.3) + walk(5, from: 5.6)]) == nil)
    #expect(found(day(wrong), [walk(5), walk(6, from: 5)]) == nil)
    let far = walk().map { fix in
      Fix(TravelledLife.moved(fix.coordinate, 0, 4), at: fix.instant)
    }
    #expect(found(day(wrong), [far]) == nil)
    // Another track was there.
    let other = walk().map { Fix(wrong.coordinate, at: $0.instant) }
    #expect(found(day(wrong), [walk(), other]) == nil)
    // Another photo was taken there.
    #expect(found(day(wrong) + [photo(98, hour: 6, 40.1, 50)], [walk()]) == nil)
    // A person has given the position, or it is not far enough.
    #expect(found(day(photo(99, hour: 5.51, 40, 50, place: .manual)), [walk()]) == nil)
    #expect(found(day(photo(99, hour: 5.51, 2, 9)), [walk()]) == nil)
    // The camera was with tracks for too short a time.
    func few(_ ids: Set<Int64>) -> [Observation] { day(wrong).filter { ids.contains($0.id) } }
    #expect(found(few([3, 4, 5, 99]), [walk()]) != nil)
    #expect(found(few([3, 4, 99]), [walk()]) == nil)
  }

  @Test func aClockThatIsWrongByAnHourDoubtsNothing() {
    // The drive out and back took half an hour each.
    let track = stride(from: -1.0, through: 11, by: 1.0 / 60).map { hour in
      let away = hour > 5 && hour < 7 ? min(1, (hour - 5) * 2, (7 - hour) * 2) : 0
      return Fix(
        TravelledLife.moved(Self.berlin, 0.3 * hour, 40 * away),
        at: Self.start + Int64(hour * 3_600_000))
    }
    let late = [0.0, 1, 2, 3, 8, 9, 10].enumerated().map { number, hour in
      photo(Int64(number), hour: hour, 0.3 * hour + 0.05, 0, .place)
    }
    #expect(found(late + [photo(99, hour: 7.5, 0.3 * 6.5, 40, .place)], [track]) == nil)
    #expect(found(late + [photo(99, hour: 7.5, 0.3 * 6.5, -40, .place)], [track]) != nil)
  }

  @Test func theZoneOfAWrongPositionDoesNotMatter() throws {
    // By the zone of the wrong position it was taken 15 hours before.
    let day = (0..<7).map { number in
      photo(Int64(number), hour: Double(number) * 1.5, 0.45 * Double(number), 0, .place)
    }
    var wrong = photo(99, hour: 5.2, 0, 0, .place)
    let time = CaptureTime(
      localMilliseconds: wrong.local ?? 0, utcOffsetMinutes: -420, source: .place)
    wrong = Observation(id: 99, time: time, at: TravelledLife.moved(Self.berlin, 60, 0), device: 1)
    let doubt = try #require(found(day + [wrong], [walk()]))
    let place = try #require(doubt.suggestion)
    #expect(
      TravelledLife.kilometres(place, TravelledLife.moved(Self.berlin, 0.3 * 5.2, 0)) < 0.01)
  }

  @Test func aDoubtedPhotoIsPlacedByATrack() throws {
    let walked = walk()
    for wrong in [photo(99, hour: 5.5, 900, 0), photo(99, hour: 5.5, 900, 0, .place)] {
      let photos = day(wrong) + [photo(97, hour: 5.3, 1.6, 0), photo(98, hour: 6.9, 2.1, 0)]
      #expect(try #require(found(photos, [])).suggestion == nil)
      let doubt = try #require(found(photos, [walked]))
      #expect(doubt.reason == .speed)
      #expect(doubt.suggestionSource == .track)
      let place = try #require(doubt.suggestion)
      let expected = TravelledLife.moved(Self.berlin, 0.3 * 5.5, 0)
      #expect(TravelledLife.kilometres(place, expected) < 0.01)
    }
  }

  @Test func laterVersionsFindTheSameAsAFreshStart() {
    let log = ObservationLog(day(photo(99, hour: 5.51, 40, 50)))
    let before = Findings(log, tracks: known([walk(6)]))
    #expect(before.doubts[99] == nil)
    let after = Findings(log, former: before, tracks: known([walk(6), walk()]))
    #expect(after.doubts == Findings(log, tracks: known([walk(6), walk()])).doubts)
    #expect(after.doubts[99] != nil)
    #expect(Findings(log, former: after).doubts[99] == nil)
  }
}
