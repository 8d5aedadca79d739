/// Recognises days away that exist only because the clock of a camera is a day or two wrong.
struct GhostRuns {
  private let runs: [AwayRun]

  static func removed(_ runs: [AwayRun]) -> [AwayRun] {
    let trimmed = runs.map { Self.trimmed($0) }
    let ghosts = GhostRuns(runs: trimmed)
    return trimmed.indices.filter { !ghosts.isEcho($0) }.map { trimmed[$0] }
  }

  /// Drops a first or last day on which a camera of the journey was at home all day.
  private static func trimmed(_ run: AwayRun) -> AwayRun {
    var run = run
    if run.states.count > 1, let last = run.states.last, isContradicted(last, in: run) {
      run.dropLast()
    }
    if run.states.count > 1, let first = run.states.first, isContradicted(first, in: run) {
      run.dropFirst()
    }
    return run
  }

  private static func isContradicted(_ state: DayState, in run: AwayRun) -> Bool {
    let others = run.awayCameras.subtracting(state.awayCameras).intersection(state.homeCameras)
    guard !others.isEmpty, let home = state.homeTimes,
      let first = state.away.lazy.map(\.visit.first).min(),
      let last = state.away.lazy.map(\.visit.last).max()
    else { return false }
    return home.lowerBound < last && home.upperBound > first
  }

  /// Whether a run continues the place of a neighbouring run, while another camera of that one is at home.
  ///
  /// The clock of its camera is a day or two ahead or behind.
  private func isEcho(_ number: Int) -> Bool {
    let run = runs[number]
    guard run.states.count <= 2 else { return false }
    let before = number > 0 ? runs[number - 1] : nil
    let after = number + 1 < runs.count ? runs[number + 1] : nil
    if let before, isPart(run, of: before),
      run.days.lowerBound.number - before.days.upperBound.number <= 2,
      isNear(before.lastVisit, run.firstVisit)
    {
      return true
    }
    guard let after, isPart(run, of: after) else { return false }
    return after.days.lowerBound.number - run.days.upperBound.number <= 2
      && isNear(after.firstVisit, run.lastVisit)
  }

  private func isPart(_ run: AwayRun, of other: AwayRun) -> Bool {
    let companions = other.awayCameras.subtracting(run.awayCameras)
    return other.awayCameras.isSuperset(of: run.awayCameras)
      && !companions.isDisjoint(with: run.homeCameras)
  }

  private func isNear(_ one: AwayVisit?, _ other: AwayVisit?) -> Bool {
    guard let one, let other else { return false }
    return one.visit.point.isWithin(50, of: other.visit.point)
  }
}
