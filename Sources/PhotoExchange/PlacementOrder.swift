public import JSON
internal import Geography
public import Notes
internal import PhotoFacts

/// The key that a client gives to an act, so that the act is made once if its answer is lost and the request repeated.
enum ActKey {
  static func text(_ json: JSONValue) throws(InputProblem) -> String {
    guard let key = json.text, (1...200).contains(key.utf8.count) else {
      throw InputProblem("key is not a text of 1 to 200 bytes")
    }
    return key
  }
}

/// A client's placements as JSON: `{"placements":[{"photo":12,"longitude":2.29,"latitude":48.86}]}`.
public struct PlacementOrder: Sendable {
  private static let sources: [LocationSource] = [.manual, .track, .neighbour]

  /// The placements.
  public let placements: [NotesWriter.Wanted]

  /// What the client calls the act, so that it is made once.
  public let key: String?

  /// Parses an order.
  public init(_ bytes: [UInt8]) throws(InputProblem) {
    guard let members = try JSONValue(parsing: bytes).members else {
      throw InputProblem("it is not a JSON object")
    }
    var (list, key) = (JSONValue.list([]), String?.none)
    var seen: Set<String> = []
    for member in members {
      guard seen.insert(member.name).inserted else {
        throw InputProblem("\(member.name) is given twice")
      }
      switch member.name {
      case "placements": list = member.value
      case "key": key = try ActKey.text(member.value)
      case let other:
        let name = InputProblem.quoted(other.utf8)
        throw InputProblem("there is no member \(name), only placements and key")
      }
    }
    placements = try Self.placements(list)
    self.key = key
  }

  private static func placements(_ list: JSONValue) throws(InputProblem) -> [NotesWriter.Wanted] {
    guard let elements = list.elements else { throw InputProblem("placements is not a list") }
    guard !elements.isEmpty else { throw InputProblem("placements is empty") }
    var found: [NotesWriter.Wanted] = []
    var seen: Set<Int64> = []
    for element in elements {
      do throws(InputProblem) {
        found.append(try placement(element))
      } catch {
        throw InputProblem("placement \(found.count + 1): \(error.reason)")
      }
    }
    for wanted in found where !seen.insert(wanted.id).inserted {
      throw InputProblem("photo \(wanted.id) is given twice")
    }
    return found
  }

  private static func placement(_ json: JSONValue) throws(InputProblem) -> NotesWriter.Wanted {
    guard let members = json.members else { throw InputProblem("it is not an object") }
    var numbers: [String: Double] = [:]
    var source = LocationSource.manual
    var seen: Set<String> = []
    for member in members {
      let name = member.name
      guard seen.insert(name).inserted else { throw InputProblem("\(name) is given twice") }
      switch member.value {
      case .text(let text) where name == "source":
        guard let known = sources.first(where: { $0.name == text }) else {
          let text = InputProblem.quoted(text.utf8)
          throw InputProblem("source \(text) is not manual, track or neighbour")
        }
        source = known
      case .whole where numberNames.contains(name), .number where numberNames.contains(name):
        numbers[name] = member.value.number
      case .null where numberNames.contains(name) || name == "source": break
      case .truth where numberNames.contains(name) || name == "source":
        throw InputProblem("\(name) is not a number")
      default: throw InputProblem("\(name) is not known or not of its type")
      }
    }
    guard let id = numbers["photo"].flatMap(Int64.init(exactly:)) else {
      throw InputProblem("photo is not the id of a photo")
    }
    return NotesWriter.Wanted(id: id, location: try location(numbers, source), gap: numbers["gap"])
  }

  private static let numberNames: Set = [
    "photo", "longitude", "latitude", "altitude", "direction", "accuracy", "gap",
  ]

  /// The greatest and smallest values; those of accuracy and gap are beyond what any plan has.
  private static let ranges: [(name: String, range: ClosedRange<Double>)] = [
    ("altitude", NotesWriter.altitudes), ("accuracy", 0...1e9), ("gap", 0...1e9),
  ]

  /// The position; nil removes it.
  private static func location(
    _ numbers: [String: Double], _ source: LocationSource
  ) throws(InputProblem) -> Location? {
    let (latitude, longitude) = (numbers["latitude"], numbers["longitude"])
    if latitude == nil, longitude == nil {
      for name in ["altitude", "direction", "accuracy", "gap"] where numbers[name] != nil {
        throw InputProblem("it has \(name) but no longitude and latitude")
      }
      return nil
    }
    guard let latitude, let longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { throw InputProblem("longitude and latitude are not a position in degrees") }
    if let direction = numbers["direction"], !(0..<360).contains(direction) {
      throw InputProblem("direction is not from 0 to below 360 degrees")
    }
    for (name, range) in ranges {
      guard let number = numbers[name], !range.contains(number) else { continue }
      let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
      throw InputProblem("\(name) is not from \(least) to \(most)")
    }
    return Location(
      coordinate, altitude: numbers["altitude"], direction: numbers["direction"],
      accuracy: numbers["accuracy"], source: source)
  }
}
