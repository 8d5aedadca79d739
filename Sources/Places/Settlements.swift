internal import Geography
internal import Glibc
internal import Synchronization

/// The settlements, ordered by cell.
struct Settlements: Sendable {
  /// The distances within which settlements are searched, one after the other, in metres.
  ///
  /// In most places, the first distance has enough settlements to choose from.
  private static let reaches = [15_000.0, 80_000, 250_000, 550_000, 1_250_000]

  /// From here on a search goes from block to block.
  private static let farReach = 100_000.0

  let starts: Section
  let points: Section
  private let facts: Section
  private let byNumber = NumberOrder()
  let blockWeights = BlockWeights()
  let count: Int

  init(starts: Section, points: Section, facts: Section) throws(PlacesError) {
    self.starts = starts
    self.points = points
    self.facts = facts
    count = try points.records(of: 16)
    guard starts.count == 4 * (MapUnits.columns * MapUnits.rows + 1),
      try facts.records(of: 16) == count
    else { throw .damaged }
  }

  /// A query for the settlements around a point.
  struct Question {
    var point: MapUnits
    /// The country in which they lie; nil for any.
    var country: UInt16?
    /// A settlement in another region counts as twice as far away.
    var region: UInt16?
  }

  /// The settlements that describe a point.
  struct Match {
    /// The one that a person would name.
    var named: Int
    /// The region of the nearest one.
    var region: UInt16
  }

  /// Finds a settlement by distance and population; returns nil if there is none within 1,250 kilometres.
  func around(_ question: Question) throws(PlacesError) -> Match? {
    for metres in Self.reaches {
      let best =
        metres > Self.farReach
        ? try searchBlocks(question, within: metres) : try search(question, within: metres)
      if best.settlement >= 0 { return Match(named: best.settlement, region: best.region) }
    }
    return nil
  }

  struct Best {
    var score = Double.infinity
    var settlement = -1
    var nearest = Double.infinity
    var region = Division.none
  }

  /// The cells that a circle touches; columns continue beyond both edges of the map.
  struct Window {
    static let turn = MapUnits.columns * MapUnits.inCell

    let shrink: Double
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>

    init(_ point: MapUnits, within metres: Double) {
      let latitude = (Double(point.y) / Double(4 * MapUnits.inCell) - 90) * .pi / 180
      shrink = cos(latitude)
      let units = metres / MapUnits.metresPerUnit
      let high = Int(units)
      let wide = Int(min(units / max(shrink, 0.001), Double(Self.turn / 2)))
      columns =
        (point.x - wide + Self.turn) / MapUnits.inCell - MapUnits.columns...(point.x + wide)
        / MapUnits.inCell
      rows =
        max(0, point.y - high)
        / MapUnits.inCell...min(
          MapUnits.rows - 1, (point.y + high) / MapUnits.inCell)
    }
  }

  private func search(_ question: Question, within metres: Double) throws(PlacesError) -> Best {
    let window = Window(question.point, within: metres)
    let (west, east) = (window.columns.lowerBound, window.columns.upperBound)
    let last = MapUnits.columns - 1
    let (shrink, turn) = (window.shrink, Window.turn)
    var best = Best()
    for row in window.rows {
      try scan(row, max(0, west)...min(last, east), 0, question, shrink, metres, &best)
      if west < 0 {
        try scan(row, (west + last + 1)...last, -turn, question, shrink, metres, &best)
      }
      if east > last {
        try scan(row, 0...min(last, east - last - 1), turn, question, shrink, metres, &best)
      }
    }
    return best
  }

  func scan(
    _ row: Int, _ columns: ClosedRange<Int>, _ turn: Int, _ question: Question, _ shrink: Double,
    _ metres: Double, _ best: inout Best
  ) throws(PlacesError) {
    let first: UInt32 = try starts.number(4 * (row * MapUnits.columns + columns.lowerBound))
    let end: UInt32 = try starts.number(4 * (row * MapUnits.columns + columns.upperBound + 1))
    guard first <= end else { throw .damaged }
    let stretch = shrink * MapUnits.metresPerUnit
    let x = question.point.x &- turn
    let limit = metres * metres
    for index in Int(first)..<Int(end) {
      let record = try points.pair(16 * index)
      let country = UInt16(truncatingIfNeeded: record.1 >> 32)
      if let wanted = question.country, wanted != country { continue }
      let east = Double(Int(record.0 & 0xFFFF_FFFF) &- x) * stretch
      let north = Double(Int(record.0 >> 32) &- question.point.y) * MapUnits.metresPerUnit
      let square = east * east + north * north
      guard square <= limit else { continue }
      let region = UInt16(truncatingIfNeeded: record.1 >> 48)
      if square < best.nearest {
        best.nearest = square
        best.region = region
      }
      // The file has the reciprocal of the squared weight.
      let weight = Double(Float(bitPattern: UInt32(truncatingIfNeeded: record.1)))
      var score = square * Self.weight(weight, question)
      if let wanted = question.region, wanted != region { score *= 4 }
      if score < best.score {
        best.score = score
        best.settlement = index
      }
    }
  }

  /// A reciprocal weight as a question counts it.
  ///
  /// On the high seas the nearest coast is wanted, so that distance counts for more.
  @inline(__always)
  static func weight(_ weight: Double, _ question: Question) -> Double {
    question.country == nil ? weight.squareRoot().squareRoot() : weight
  }

  /// The city that a settlement is a part of, or itself.
  func city(of settlement: Int) throws(PlacesError) -> Int {
    let city: UInt32 = try facts.number(16 * settlement + 8)
    guard city < count else { throw .damaged }
    return Int(city)
  }

  /// The settlement with a GeoNames number; nil if there is none.
  ///
  /// O(log n) after the first call, which sorts all numbers.
  func settlement(_ number: Int) throws(PlacesError) -> Int? {
    let order = try numberOrder()
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      let found = try self.number(of: Int(order[middle]))
      if found == number { return Int(order[middle]) }
      if found < number { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private func numberOrder() throws(PlacesError) -> [UInt32] {
    if let known = byNumber.order.withLock({ $0 }) { return known }
    var numbers: [(number: UInt32, settlement: UInt32)] = []
    numbers.reserveCapacity(count)
    for index in 0..<count {
      numbers.append((try facts.number(16 * index), UInt32(index)))
    }
    let order = numbers.sorted { $0.number < $1.number }.map(\.settlement)
    byNumber.order.withLock { $0 = order }
    return order
  }

  /// The settlements in the order of their numbers; nil before the first use.
  private final class NumberOrder: Sendable {
    let order = Mutex<[UInt32]?>(nil)
  }

  /// Its GeoNames number.
  func number(of settlement: Int) throws(PlacesError) -> Int {
    Int(try facts.number(16 * settlement, as: UInt32.self))
  }

  func population(of settlement: Int) throws(PlacesError) -> Int {
    Int(try facts.number(16 * settlement + 4, as: UInt32.self))
  }

  /// The offset of its name among the strings.
  func name(of settlement: Int) throws(PlacesError) -> Int {
    Int(try facts.number(16 * settlement + 12, as: UInt32.self))
  }

  func country(of settlement: Int) throws(PlacesError) -> UInt16 {
    try points.number(16 * settlement + 12)
  }

  func region(of settlement: Int) throws(PlacesError) -> UInt16 {
    try points.number(16 * settlement + 14)
  }

  /// Its position; nil if a damaged file has an impossible one.
  func coordinate(of settlement: Int) throws(PlacesError) -> Coordinate? {
    let x: UInt32 = try points.number(16 * settlement)
    let y: UInt32 = try points.number(16 * settlement + 4)
    let degree = Double(4 * MapUnits.inCell)
    return Coordinate(latitude: Double(y) / degree - 90, longitude: Double(x) / degree - 180)
  }
}
