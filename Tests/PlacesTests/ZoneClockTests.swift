import Foundation
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
}
