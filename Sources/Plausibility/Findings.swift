public import Geography
internal import Journeys
internal import PhotoFacts

/// The doubts about the positions of a library, and the flights.
public struct Findings: Sendable {
  /// The doubts, by photo.
  public let doubts: [Int64: Doubt]

  /// The flights of photos that were taken in aeroplanes.
  public let flights: [Int64: Flight]

  private let blocks: [Int: Block]

  /// What was found about the photos of some days.
  private struct Block: Sendable {
    /// The days and the tracks that it depends on, by their stamps.
    var stamps: [UInt64]
    var judgement: WindowJudgement
  }

  /// Judges the photos of a library; O(n) for n photos, apart from sorting and reading tracks.
  ///
  /// The days are judged in blocks, each with the days around it. A block whose days are the same as in an earlier
  /// version is not judged again.
  ///
  /// - Parameters:
  ///   - former: The findings of an earlier version.
  ///   - tracks: The tracks with which photos are compared.
  ///   - ground: The elevations with which altitudes are compared; nil for none.
  ///   - isOpenSea: Whether a position is far from all land; called for few positions.
  public init(
    _ log: ObservationLog, former: Findings? = nil, tracks: KnownTracks? = nil,
    ground: (any Ground)? = nil, isOpenSea: @escaping (Coordinate) -> Bool = { _ in false }
  ) {
    let alone = SinglePhoto(ground)
    var blocks: [Int: Block] = [:]
    for (number, span) in Self.spans(log.order) {
      let window = Self.window(around: span, log.order)
      let recorded = tracks?.stamp(of: Self.instants(around: span))
      let stamps =
        window.map { log.days[$0]?.stamp ?? 0 } + (recorded.map { [$0] } ?? [])
        + (alone.stamp.map { [$0] } ?? [])
      if let known = former?.blocks[number], known.stamps == stamps {
        blocks[number] = known
      } else {
        let days = window.map { day in
          WindowJudgement.Day(
            photos: log.days[day]?.photos ?? [], isJudged: day.blockNumber == number)
        }
        blocks[number] = Block(
          stamps: stamps,
          judgement: WindowJudgement(
            days, recorded == nil ? nil : tracks, alone, isOpenSea: isOpenSea))
      }
    }
    self.blocks = blocks
    let trust = CompanionTrust(blocks.values.lazy.map(\.judgement.companions))
    var doubts: [Int64: Doubt] = [:]
    var flights: [Int64: Flight] = [:]
    for photo in log.undated {
      if let doubt = alone.doubt(about: photo) { doubts[photo.id] = doubt }
    }
    for block in blocks.values {
      for doubt in block.judgement.doubts { doubts[doubt.photo] = doubt }
      for (photo, flight) in block.judgement.flights { flights[photo] = flight }
      for conflict in block.judgement.conflicts
      where doubts[conflict.doubt.photo] == nil && trust.isTogether(conflict.pair) {
        doubts[conflict.doubt.photo] = conflict.doubt
      }
      for suggestion in block.judgement.suggestions where trust.isTogether(suggestion.pair) {
        doubts[suggestion.photo]?.suggest(suggestion.place, by: .track)
      }
    }
    (self.doubts, self.flights) = (doubts, flights)
  }

  /// The memory that they take, without the photos.
  public var bytes: Int {
    256 * doubts.count + 48 * flights.count
      + blocks.values.reduce(0) { $0 + 8 * $1.stamps.count + 128 }
  }

  /// The instants of all photos of some days, by any clock, and of the photos that are compared with them.
  private static func instants(around days: ClosedRange<Int>) -> ClosedRange<Int64> {
    Int64(days.lowerBound - 2) * 86_400_000...Int64(days.upperBound + 3) * 86_400_000
  }

  /// The days of each block that has some.
  private static func spans(_ order: [Int]) -> [(Int, ClosedRange<Int>)] {
    var spans: [(Int, ClosedRange<Int>)] = []
    for day in order {
      if let last = spans.last, last.0 == day.blockNumber {
        spans[spans.count - 1].1 = last.1.lowerBound...day
      } else {
        spans.append((day.blockNumber, day...day))
      }
    }
    return spans
  }

  /// The days around a block that say something about it, and the last ones with photos beyond a pause.
  private static func window(around span: ClosedRange<Int>, _ order: [Int]) -> [Int] {
    let first = order.partitioningIndex { $0 >= span.lowerBound }
    let end = order.partitioningIndex { $0 > span.upperBound }
    let near = order.partitioningIndex { $0 >= span.lowerBound - nearDays }
    let beyond = order.partitioningIndex { $0 > span.upperBound + nearDays }
    let low = min(near, max(0, first - leastDays))
    let high = max(beyond, min(order.count, end + leastDays))
    return order[low..<high].filter {
      $0 >= span.lowerBound - farDays && $0 <= span.upperBound + farDays
    }
  }

  private static let (nearDays, leastDays, farDays) = (3, 3, 120)
}

extension Int {
  /// The block of a day.
  fileprivate var blockNumber: Int { self >= 0 ? self / 8 : (self - 7) / 8 }
}
