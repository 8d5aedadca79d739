internal import Files
package import Geography
public import Grid
public import PhotoFacts
internal import PhotoIndex
internal import Synchronization
internal import Query

/// The privacy zones of an index, or of all servers of a record.
///
/// They are stored beside the index, so that they stay when the index is made again from the photos.
public final class ZoneRegister: Sendable {
  private let list: PrivateFile
  private let isReplica: Bool
  private let kept = Mutex<Kept?>(nil)

  private struct Kept {
    var stamp: FileStamp?
    var zones: ZoneList
  }

  /// Makes the register of an index.
  ///
  /// - Parameters:
  ///   - isReplica: Whether the file beside the index is a copy of a list in a record.
  ///   - lists: The lists of that record; needed to change or follow them.
  public init(index: FilePath, isReplica: Bool = false, lists: (any SharedLists)? = nil) {
    list = PrivateFile(index, "zones", lists) { other, text in
      guard let text else { return other }
      var list = try ZoneList(text: text)
      if try !list.add(ZoneList(text: other).zones).isEmpty { list.renew() }
      return list.text
    }
    self.isReplica = isReplica || lists != nil
  }

  /// Every zone, in the order in which they were added.
  public func zones() throws -> [PrivacyZone] { try readList().zones }

  /// Adds a zone; returns false if the name is taken.
  public func add(_ zone: PrivacyZone) throws -> Bool {
    try change { zones in
      guard !zones.contains(where: { $0.name == zone.name }) else { return false }
      zones.append(zone)
      return true
    }
  }

  /// Removes a zone; returns false if there is none of that name.
  public func remove(_ name: String) throws -> Bool {
    try change { zones in
      let count = zones.count
      zones.removeAll { $0.name == name }
      return zones.count < count
    }
  }

  /// Adds the zones of a backup that hide more than those that are here; returns them under their new names.
  public func add(of backup: ZoneRegister) throws -> [PrivacyZone] {
    var added: [PrivacyZone] = []
    guard let text = try backup.list.read() else { return added }
    try list.change { current in
      guard let current else {
        added = try ZoneList(text: text).zones
        return text
      }
      var list = try parsed(current)
      added = try list.add(ZoneList(text: text).zones)
      list.renew()
      return added.isEmpty ? nil : list.text
    }
    return added
  }

  /// Brings the copy beside a local index up to date with the record.
  public func follow() throws { try list.follow() }

  /// Adds the zones that an earlier version stored beside another local index, if it is one of the record.
  public func takeOver(_ other: ZoneRegister, if isOfRecord: () throws -> Bool) throws {
    try list.takeOver(other.list, if: isOfRecord)
  }

  private func change(_ body: (inout [PrivacyZone]) -> Bool) throws -> Bool {
    var hasChanged = false
    try list.change { text in
      var list = try text.map(parsed) ?? ZoneList(zones: [], revision: 0)
      hasChanged = body(&list.zones)
      list.renew()
      return hasChanged ? list.text : nil
    }
    return hasChanged
  }

  /// The current zones, read again if the file has changed.
  package func current() throws -> ZoneList {
    let stamp = try list.stamp
    return try kept.withLock { kept in
      if let kept, kept.stamp == stamp { return kept.zones }
      let zones = try readList()
      kept = Kept(stamp: stamp, zones: zones)
      return zones
    }
  }

  private func readList() throws -> ZoneList {
    if let text = try list.read() { return try parsed(text) }
    guard !isReplica else {
      throw RegisterError(
        "\(list.path) is missing, so the zones of the record are not known here; start the database"
      )
    }
    return ZoneList(zones: [], revision: 0)
  }

  private func parsed(_ text: String) throws -> ZoneList {
    do {
      return try ZoneList(text: text)
    } catch {
      throw RegisterError("\(list.path) is not a list of zones: \(error)")
    }
  }
}

/// Zones with a number that changes with each change.
package struct ZoneList: Sendable {
  package var zones: [PrivacyZone]
  package var revision: Int64

  /// Gives it a number that it never had.
  mutating func renew() { revision = .random(in: .min ... .max) }

  /// Adds the zones of another list that hide more; returns them.
  ///
  /// A zone whose name is taken gets a number after its name.
  mutating func add(_ others: [PrivacyZone]) -> [PrivacyZone] {
    var added: [PrivacyZone] = []
    for var zone in others where !zones.contains(where: { $0.hides(zone) }) {
      let name = zone.name
      var number = 2
      while zones.contains(where: { $0.name == zone.name }) {
        zone.name = "\(name) (\(number))"
        number += 1
      }
      zones.append(zone)
      added.append(zone)
    }
    return added
  }
}

// One line per zone: the effect on its photos, the area, and the name.
extension ZoneList {
  var text: String {
    ([String(revision)] + zones.map(\.line)).map { $0 + "\n" }.joined()
  }

  init(text: String) throws {
    let lines = text.split(separator: "\n").map(String.init)
    // An incomplete list must not be taken for one with fewer zones.
    guard let first = lines.first, let revision = Int64(first), text.hasSuffix("\n") else {
      throw QueryError("zones", text, "does not begin with a number")
    }
    try self.init(zones: lines.dropFirst().map(PrivacyZone.init(line:)), revision: revision)
  }
}

extension PrivacyZone {
  /// Whether another zone of the same area hides nothing more.
  fileprivate func hides(_ other: PrivacyZone) -> Bool {
    area == other.area && (treatment == .hidden || treatment == other.treatment)
  }

  /// Makes a zone from user input.
  public init(name: String, circle: String?, box: String?, coarse: String?) throws {
    guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.value < 32 }) else {
      throw QueryError("name", name, "is empty or has control characters")
    }
    let treatment = try coarse.map { Treatment.coarse(try Self.grid($0)) } ?? .hidden
    switch (circle, box) {
    case (let circle?, nil):
      self.init(name: name, area: try Self.circle(circle), treatment: treatment)
    case (nil, let box?):
      self.init(name: name, area: .box(try PhotoQuery.box(box)), treatment: treatment)
    default: throw QueryError("zone", name, "is either a circle or a box")
    }
  }

  /// The area in the syntax of the command line.
  public var areaText: (kind: String, value: String) {
    switch area {
    case .circle(let centre, let metres):
      ("circle", "\(centre.latitude),\(centre.longitude),\(metres)")
    case .box(let box):
      ("bbox", Self.text(box))
    }
  }

  private static func text(_ box: BoundingBox) -> String {
    let (west, south, east, north) = box.degrees
    return "\(west),\(south),\(east),\(north)"
  }

  /// The width of a grid cell in metres; nil if photos are hidden.
  public var coarseMetres: Double? {
    guard case .coarse(let grid) = treatment else { return nil }
    return grid.metres
  }

  fileprivate var line: String {
    let (kind, value) = areaText
    return [coarseMetres.map { "coarse \($0)" } ?? "hidden", kind + " " + value, name]
      .joined(separator: "\t")
  }

  fileprivate init(line: String) throws {
    let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
    guard parts.count == 3 else { throw QueryError("zone", line, "does not have three parts") }
    func value(_ word: String, _ part: String) -> String? {
      part.hasPrefix(word + " ") ? String(part.dropFirst(word.count + 1)) : nil
    }
    let coarse = value("coarse", parts[0])
    guard coarse != nil || parts[0] == "hidden" else {
      throw QueryError("zone", line, "does not say how its photos are shown")
    }
    try self.init(
      name: parts[2], circle: value("circle", parts[1]), box: value("bbox", parts[1]),
      coarse: coarse)
  }

  private static func circle(_ text: String) throws -> Area {
    guard let numbers = PhotoQuery.numbers(text), numbers.count == 3,
      let centre = Coordinate(latitude: numbers[0], longitude: numbers[1]),
      radii.contains(numbers[2])
    else {
      throw QueryError(
        "circle", text,
        "is not latitude,longitude,radius with a radius of 1 to 500000 metres: 48.8584,2.2945,300")
    }
    return .circle(centre: centre, metres: numbers[2])
  }

  private static let radii = 1.0...500_000

  /// The grid of a width from user input.
  package static func grid(_ text: String, _ name: String = "coarse") throws -> CoarseGrid {
    guard let grid = CoarseGrid(metres: try PhotoQuery.metres(name, text)) else {
      throw QueryError(name, text, "is not 10 to 1000000 metres")
    }
    return grid
  }
}
