/// The scans of this server, and which of them were cancelled.
struct ScanLog {
  /// How many scans are remembered.
  private static let remembered = 32

  private var scans: [ScanStatus] = []
  private var next = 1
  private(set) var cancelled: Set<Int> = []

  /// The number of all scans by result, including those that are no longer remembered.
  private(set) var tally = Tally()

  struct Tally {
    var ended: [ScanStatus.State: Int] = [:]

    /// The last one that has ended, and when, in seconds since 1970.
    var last: (at: Double, status: ScanStatus)?
  }

  /// When progress was last published to the pages.
  var lastReport: ContinuousClock.Instant?

  /// The running scan; the first one if another waits for it.
  var current: ScanStatus? { scans.first { !$0.isOver } }

  subscript(id: Int) -> ScanStatus? { scans.first { $0.id == id } }

  mutating func begin() -> ScanStatus {
    let status = ScanStatus(id: next)
    next += 1
    scans.append(status)
    if scans.count > Self.remembered, let old = scans.firstIndex(where: \.isOver) {
      scans.remove(at: old)
    }
    return status
  }

  /// Changes a scan that is not over; returns its new status.
  mutating func change(_ id: Int, _ step: (inout ScanStatus) -> Void) -> ScanStatus? {
    guard let position = scans.firstIndex(where: { $0.id == id }), !scans[position].isOver else {
      return nil
    }
    step(&scans[position])
    let status = scans[position]
    if status.isOver {
      cancelled.remove(id)
      tally.ended[status.state, default: 0] += 1
      tally.last = (WallClock.seconds(), status)
    }
    return status
  }

  /// Marks a scan as cancelled.
  mutating func cancel(_ id: Int) {
    if let scan = self[id], !scan.isOver { cancelled.insert(id) }
  }

  mutating func cancelAll() {
    for scan in scans { cancel(scan.id) }
  }
}
