/// Decides which cameras, and which of their days, belong to the owner of the library.
struct CameraTrust {
  private let list: VisitList
  private let sites: [Site]

  /// The visits of the owner's cameras with plausible clocks.
  static func ownVisits(_ list: VisitList, _ sites: [Site]) -> VisitList {
    let trust = CameraTrust(list: list, sites: sites)
    var kept = trust.withoutResetClocks()
    let wrong = ShiftedClock.wrongDays(kept, sites)
    if !wrong.isEmpty {
      kept = kept.filter { visit in
        visit.site.map { sites[$0].days.count > 60 } ?? false
          || !wrong.contains(ShiftedClock.CameraDay(day: visit.day, device: visit.device))
      }
    }
    return kept.hasSeveralDevices ? trust.withoutOthers(kept) : kept
  }

  private func days(_ visits: [Visit]) -> [Int32: [Int32]] {
    var days: [Int32: [Int32]] = [:]
    for visit in visits where days[visit.device]?.last != visit.day {
      days[visit.device, default: []].append(visit.day)
    }
    return days
  }

  /// Drops what a camera took in the first days of a year, more than a year from all its other days, or if it has
  /// none, from all days of the other cameras.
  ///
  /// That is how a clock looks that lost its time and began anew.
  private func withoutResetClocks() -> VisitList {
    var dropped: [Int32: [ClosedRange<Int32>]] = [:]
    let days = days(list.visits)
    for (device, own) in days {
      let islands = Self.islands(own)
      let isReset = islands.filter { island in
        let start = LocalDay(number: Int(island.lowerBound))
        return start.description.dropFirst(5).hasPrefix("01-0") && island.count < 60
          && start.year <= 2010
      }
      guard islands.count == 1 else {
        dropped[device] = isReset.filter { $0.upperBound < (own.last ?? 0) - 365 }
        continue
      }
      dropped[device] = isReset.filter { island in
        let lonely = island.lowerBound - 365...island.upperBound + 365
        let others = days.filter { $0.key != device }.values
        return others.contains { ($0.last ?? 0) > lonely.upperBound }
          && !others.contains { $0.contains(where: lonely.contains) }
      }
    }
    guard dropped.values.contains(where: { !$0.isEmpty }) else { return list }
    return list.filter { visit in
      !(dropped[visit.device] ?? []).contains { $0.contains(visit.day) }
    }
  }

  /// The spans of days with more than a year between them.
  private static func islands(_ days: [Int32]) -> [ClosedRange<Int32>] {
    var islands: [ClosedRange<Int32>] = []
    for day in days {
      if let last = islands.last, day - last.upperBound <= 365 {
        islands[islands.count - 1] = last.lowerBound...day
      } else {
        islands.append(day...day)
      }
    }
    return islands
  }

  /// Drops cameras that were mostly elsewhere on the days of the owner's cameras, and single such days of others.
  private func withoutOthers(_ list: VisitList) -> VisitList {
    let owners = owners(list.visits)
    var together: [Int32: Int] = [:]
    var apart: [Int32: Int] = [:]
    var apartDays: Set<CameraDay> = []
    for number in list.days.indices {
      let visits = list.visits(ofDay: number)
      let own = visits.filter { owners.contains($0.device) }
      guard !own.isEmpty else { continue }
      for device in Set(visits.lazy.map(\.device)).subtracting(owners) {
        let isTogether = visits.contains { visit in
          visit.device == device
            && own.contains { $0.point.isWithin(Self.togetherKilometres, of: visit.point) }
        }
        if isTogether {
          together[device, default: 0] += 1
        } else {
          apart[device, default: 0] += 1
          apartDays.insert(CameraDay(day: list.days[number], device: device))
        }
      }
    }
    return list.filter { visit in
      let (with, without) = (together[visit.device] ?? 0, apart[visit.device] ?? 0)
      return without <= with && !apartDays.contains(CameraDay(day: visit.day, device: visit.device))
    }
  }

  private struct CameraDay: Hashable {
    var day, device: Int32
  }

  /// Cameras nearer than this on a day are taken along together.
  private static let togetherKilometres = 50.0

  /// The cameras that share their usual sites with each other, of all such groups that with most days.
  private func owners(_ visits: [Visit]) -> Set<Int32> {
    let days = days(visits)
    var usual: [Int: Set<Int32>] = [:]
    for (device, sites) in siteDays(visits) {
      let all = days[device]?.count ?? 0
      // A site is usual for a camera that was seen there on a fifth of its days.
      for (site, count) in sites where count * 5 >= all && count >= 2 {
        usual[site, default: []].insert(device)
      }
    }
    var groups = days.keys.sorted().map { Set([$0]) }
    for devices in usual.sorted(by: { $0.key < $1.key }).map(\.value) {
      let joined = groups.filter { !$0.isDisjoint(with: devices) }
      groups.removeAll { !$0.isDisjoint(with: devices) }
      groups.append(joined.reduce(devices) { $0.union($1) })
    }
    func weight(_ group: Set<Int32>) -> (Int, Int32) {
      (group.reduce(0) { $0 + (days[$1]?.count ?? 0) }, -(group.min() ?? 0))
    }
    return groups.max { weight($0) < weight($1) } ?? []
  }

  private func siteDays(_ visits: [Visit]) -> [Int32: [Int: Int]] {
    var counts: [Int32: [Int: Int]] = [:]
    var last: [Int32: [Int: Int32]] = [:]
    for visit in visits {
      guard let site = visit.site, last[visit.device]?[site] != visit.day else { continue }
      last[visit.device, default: [:]][site] = visit.day
      counts[visit.device, default: [:]][site, default: 0] += 1
    }
    return counts
  }
}
