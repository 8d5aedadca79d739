package import Geography
public import Grid
internal import Query

/// The privacy zones of an index, or of all servers of a record.
public typealias ZoneRegister = NamedRegister<PrivacyZone>

// One line per zone: the effect on its photos, the area, and the name.
extension PrivacyZone: NamedEntry {
  /// The word for zones.
  public static var plural: String { "zones" }

  /// Whether another zone of the same area hides nothing more.
  public func covers(_ other: PrivacyZone) -> Bool {
    area == other.area && (treatment == .hidden || treatment == other.treatment)
  }

  /// Effect, area and name.
  public var line: String {
    let (kind, value) = areaText
    return [coarseMetres.map { "coarse \($0)" } ?? "hidden", kind + " " + value, name]
      .joined(separator: "\t")
  }

  /// Parses effect, area and name.
  public init(line: String) throws {
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
}

extension PrivacyZone {
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
