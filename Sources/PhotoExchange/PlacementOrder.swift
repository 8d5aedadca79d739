internal import Geography
public import Notes
internal import PhotoFacts

/// A client's placements as JSON: `{"placements":[{"photo":12,"longitude":2.29,"latitude":48.86}]}`.
public enum PlacementOrder {
  private static let sources: [LocationSource] = [.manual, .track, .neighbour]

  /// Parses the placements.
  public static func placements(_ bytes: [UInt8]) throws(RecordProblem) -> [PhotoPlacer.Wanted] {
    var reader = JSONReader(bytes, bytes.indices)
    var placements: [PhotoPlacer.Wanted]?
    guard try reader.peek() == .object else { throw RecordProblem("it is not a JSON object") }
    if try reader.open("{") {
      repeat {
        let name = try reader.name()
        guard name.spells("placements") else {
          throw RecordProblem("there is no member \(RecordProblem.quoted(name)), only placements")
        }
        guard placements == nil else { throw RecordProblem("placements is given twice") }
        placements = try list(&reader)
      } while try reader.next(in: "{")
    }
    try reader.finish()
    guard let placements, !placements.isEmpty else { throw RecordProblem("placements is empty") }
    var seen: Set<Int64> = []
    for wanted in placements where !seen.insert(wanted.id).inserted {
      throw RecordProblem("photo \(wanted.id) is given twice")
    }
    return placements
  }

  private static func list(
    _ reader: inout JSONReader
  ) throws(RecordProblem) -> [PhotoPlacer.Wanted] {
    guard try reader.peek() == .array else { throw RecordProblem("placements is not a list") }
    var found: [PhotoPlacer.Wanted] = []
    guard try reader.open("[") else { return found }
    repeat {
      do throws(RecordProblem) {
        found.append(try placement(&reader))
      } catch {
        throw RecordProblem("placement \(found.count + 1): \(error.reason)")
      }
    } while try reader.next(in: "[")
    return found
  }

  private static func placement(
    _ reader: inout JSONReader
  ) throws(RecordProblem) -> PhotoPlacer.Wanted {
    guard try reader.peek() == .object else { throw RecordProblem("it is not an object") }
    var numbers: [String: Double] = [:]
    var source = LocationSource.manual
    var seen: Set<String> = []
    if try reader.open("{") {
      repeat {
        let name = String(decoding: try reader.name(), as: UTF8.self)
        guard seen.insert(name).inserted else { throw RecordProblem("\(name) is given twice") }
        switch (name, try reader.peek()) {
        case ("source", .text):
          let text = try reader.text()
          let known = sources.first { $0.name == String(decoding: text, as: UTF8.self) }
          guard let known else {
            throw RecordProblem(
              "source \(RecordProblem.quoted(text)) is not manual, track or neighbour")
          }
          source = known
        case (_, .number) where numberNames.contains(name):
          numbers[name] = try PhotoDraft.number(try reader.number(), name)
        case (_, .word) where numberNames.contains(name) || name == "source":
          guard try reader.takeNull() else { throw RecordProblem("\(name) is not a number") }
        default: throw RecordProblem("\(name) is not known or not of its type")
        }
      } while try reader.next(in: "{")
    }
    guard let id = numbers["photo"].flatMap(Int64.init(exactly:)) else {
      throw RecordProblem("photo is not the id of a photo")
    }
    return PhotoPlacer.Wanted(id: id, location: try location(numbers, source), gap: numbers["gap"])
  }

  private static let numberNames: Set = [
    "photo", "longitude", "latitude", "altitude", "direction", "accuracy", "gap",
  ]

  /// The greatest and smallest values; those of accuracy and gap are beyond what any plan has.
  private static let ranges: [(name: String, range: ClosedRange<Double>)] = [
    ("altitude", PhotoPlacer.altitudes), ("accuracy", 0...1e9), ("gap", 0...1e9),
  ]

  /// The position; nil removes it.
  private static func location(
    _ numbers: [String: Double], _ source: LocationSource
  ) throws(RecordProblem) -> Location? {
    let (latitude, longitude) = (numbers["latitude"], numbers["longitude"])
    if latitude == nil, longitude == nil {
      for name in ["altitude", "direction", "accuracy", "gap"] where numbers[name] != nil {
        throw RecordProblem("it has \(name) but no longitude and latitude")
      }
      return nil
    }
    guard let latitude, let longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { throw RecordProblem("longitude and latitude are not a position in degrees") }
    if let direction = numbers["direction"], !(0..<360).contains(direction) {
      throw RecordProblem("direction is not from 0 to below 360 degrees")
    }
    for (name, range) in ranges {
      guard let number = numbers[name], !range.contains(number) else { continue }
      let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
      throw RecordProblem("\(name) is not from \(least) to \(most)")
    }
    return Location(
      coordinate, altitude: numbers["altitude"], direction: numbers["direction"],
      accuracy: numbers["accuracy"], source: source)
  }
}
