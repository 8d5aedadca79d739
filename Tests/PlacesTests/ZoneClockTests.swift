import Foundation
import Geography
import PhotoFacts
import Places
import TestSupport
import Testing

@Suite("The clock of a place") struct ZoneClockTests {
  /// Reads the zones of a places file with Python's zoneinfo and prints, for each, what clocks showed at local
  /// times: at random, and around every change of the clocks.
  private static let judge = """
    import datetime, io, random, struct, sys, zoneinfo
    data = open(sys.argv[1], 'rb').read()
    sections = {}
    for at in range(struct.unpack_from('<I', data, 12)[0]):
        tag, offset, size = struct.unpack_from('<4s4xQQ', data, 16 + 24 * at)
        sections[tag.decode()] = data[offset:offset + size]
    start = datetime.datetime(1970, 1, 1)
    random.seed(7)
    for zone in range(len(sections['RULX']) // 8):
        offset, size = struct.unpack_from('<II', sections['RULX'], 8 * zone)
        info = zoneinfo.ZoneInfo.from_file(io.BytesIO(sections['RULE'][offset:offset + size]))
        first, last = -2208988800, 2524608000
        times = [random.randrange(first, last) for _ in range(20)]
        day, steps = first, []
        while day < last:
            a, b = (datetime.datetime.fromtimestamp(t, datetime.timezone.utc).astimezone(info).utcoffset()
                    for t in (day, day + 30 * 86400))
            if a != b:
                steps.append(day)
            day += 30 * 86400
        for day in random.sample(steps, min(len(steps), 12)):
            low, high = day, day + 30 * 86400
            before = datetime.datetime.fromtimestamp(low, datetime.timezone.utc).astimezone(info).utcoffset()
            while high - low > 1:
                middle = (low + high) // 2
                now = datetime.datetime.fromtimestamp(middle, datetime.timezone.utc).astimezone(info).utcoffset()
                low, high = (middle, high) if now == before else (low, middle)
            for change in (-5400, -1800, -1, 0, 1, 1800, 3599, 3600, 5400):
                times.append(high + int(before.total_seconds()) + change)
        for local in times:
            shown = start + datetime.timedelta(seconds=local)
            early, late = (shown.replace(tzinfo=info, fold=fold).utcoffset() for fold in (0, 1))
            kind = 'once'
            if early != late:
                instant = shown.replace(tzinfo=info).astimezone(datetime.timezone.utc)
                kind = 'twice' if instant.astimezone(info).replace(tzinfo=None) == shown else 'never'
            print(zone, local, int(early.total_seconds()), kind)
    """

  @Test(arguments: [
    ("2024-01-15T12:00:00Z", 47.5, 10.7, 60), ("2024-07-15T12:00:00Z", 47.5, 10.7, 120),
    ("2024-03-31T00:59:59Z", 47.5, 10.7, 60), ("2024-03-31T01:00:00Z", 47.5, 10.7, 120),
    ("2024-10-27T01:00:00Z", 47.5, 10.7, 60), ("2024-10-27T00:59:59Z", 47.5, 10.7, 120),
    ("2024-01-01T00:00:00Z", 27.7, 85.3, 345), ("2024-01-01T00:00:00Z", 40.73, -73.96, -300),
  ])
  func atAnInstantIsThatOfThePlace(
    time: String, latitude: Double, longitude: Double, minutes: Int
  ) throws {
    let places = try NamedPlaces.shared.get()
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let instant = try #require(Timestamp.span(time)).lowerBound
    let clock = try places.clock(of: places.locate(coordinate), at: instant)
    #expect(clock?.offsetMinutes == minutes)
  }

  @Test func isThatOfPythonsZoneinfoInEveryZone() throws {
    let places = try NamedPlaces.shared.get()
    let outcome = try Program.run("python3", ["-c", Self.judge, NamedPlaces.path])
    try #require(outcome.code == 0, "\(outcome.messages)")
    var kinds: [String: Int] = [:]
    for line in outcome.output.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      let (zone, local) = (try #require(Int(parts[0])), try #require(Int64(parts[1])))
      let clock = try places.clock(ofZone: zone, atLocal: local * 1_000)
      #expect(clock.offset == Int64(parts[2]), "zone \(zone) at \(local)")
      #expect("\(clock.occurrence)" == parts[3], "zone \(zone) at \(local)")
      kinds[parts[3], default: 0] += 1
    }
    // The samples contain all three kinds, thousands of each.
    #expect(kinds.count == 3 && kinds.values.allSatisfy { $0 > 3_000 }, "\(kinds)")
  }

  @Test func ofThePhotoBeforeGivesWhatALookUpGives() throws {
    let places = try NamedPlaces.shared.get()
    var random = SeededRandom(seed: 8)
    // Berlin, Lord Howe, Casablanca, Apia, São Paulo and the Atlantic have different rules.
    let corners = [
      (52.5, 13.4), (-31.55, 159.08), (33.6, -7.6), (-13.83, -171.77), (-23.5, -46.6), (40, -40),
    ]
    let localities = try corners.map {
      try places.locate(try #require(Coordinate(latitude: $0.0, longitude: $0.1)))
    }
    var last: SteadyClock?
    var (local, locality) = (Int64(0), localities[0])
    for _ in 0..<20_000 {
      if Int.random(in: 0..<50, using: &random) == 0 {
        local = Int64.random(in: -2_208_988_800_000...4_102_444_800_000, using: &random)
      }
      if Int.random(in: 0..<20, using: &random) == 0 {
        locality = try #require(localities.randomElement(using: &random))
      }
      local += Int64.random(in: -200_000_000...400_000_000, using: &random)
      let time = CaptureTime(localMilliseconds: local)
      let (remembered, plain) = (
        try places.time(time, at: locality, &last), try places.time(time, at: locality)
      )
      #expect(remembered.time == plain.time && remembered.occurrence == plain.occurrence)
    }
  }
}
