import Geography
import Grid
import TestSupport
import Testing

@testable import PhotoExchange
@testable import PhotoIndex

/// Features are written in blocks and words; here they are compared with simply concatenated text.
@Suite struct FeatureTextTests {
  private static let edges: [Int32] = [
    0, 1, -1, 9, 10, -10, 100, 9_999_999, 10_000_000, -10_000_000, 10_000_001, 12_345_678,
    -899_999_999, 900_000_000, 1_799_999_999, 1_800_000_000, -1_800_000_000, 1_000_000_000,
  ]

  private static let ids: [Int64] = [
    0, 1, 9, 10, 99_999_999, 100_000_000, 123_456_789_012_345_678, .max, -1, -100_000_000, .min,
  ]

  private func degrees(_ units: Int32) -> String {
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    var fraction = String(padded.suffix(7))
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (units < 0 ? "-" : "") + padded.dropLast(7) + (fraction.isEmpty ? "" : "." + fraction)
  }

  private func text(_ id: Int64, _ longitude: Int32, _ latitude: Int32, _ properties: String)
    -> String
  {
    "{\"type\":\"Feature\",\"id\":\(id),\"geometry\":{\"type\":\"Point\",\"coordinates\":["
      + degrees(longitude) + "," + degrees(latitude) + "]},\"properties\":{\(properties)}}"
  }

  private func pins() throws -> [Pin] {
    var random = SeededRandom(seed: 77)
    var pins: [Pin] = []
    for longitude in Self.edges {
      for latitude in Self.edges where latitude.magnitude <= 900_000_000 {
        let id = Self.ids.randomElement(using: &random) ?? 1
        let place = try #require(Coordinate(latitudeE7: latitude, longitudeE7: longitude))
        pins.append(Pin(id: id, coordinate: place))
      }
    }
    return pins
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 33, 200])
  func barePinsAreWhatTheirTextIs(count: Int) throws {
    let pins = Array(try pins().shuffled().prefix(count))
    var json = JSONWriter()
    json.array { PhotoFeature(properties: .none).write(pins, to: &$0) }
    let expected = pins.map {
      text($0.id, $0.coordinate.longitudeE7, $0.coordinate.latitudeE7, "")
    }
    #expect(String(decoding: json.bytes, as: UTF8.self) == "[\(expected.joined(separator: ","))]")
  }

  @Test(arguments: [
    "http://127.0.0.1:8080", "https://photos.example/a/very/long/prefix/below/which/all/of/it/lies",
    "http://a\"b\\c\u{1}", "",
  ])
  func linksAreWhatTheirTextIs(base: String) throws {
    var escaped = JSONWriter()
    escaped.value(base)
    let address = String(decoding: escaped.bytes, as: UTF8.self).dropFirst().dropLast()
    for names in [["thumbnail"], ["original"], ["thumbnail", "original"], []] {
      let selection = try #require(PropertySelection(names.map { Substring($0) }))
      let feature = PhotoFeature(baseURL: base, properties: selection)
      var json = JSONWriter()
      for pin in try pins().prefix(40) {
        feature.write(pin, to: &json)
        json.endLine()
      }
      let expected = try pins().prefix(40).map { pin in
        let links = names.map { "\"\($0)\":\"\(address)/photos/\(pin.id)/\($0)\"" }
        return text(
          pin.id, pin.coordinate.longitudeE7, pin.coordinate.latitudeE7,
          links.joined(separator: ",")) + "\n"
      }
      #expect(String(decoding: json.bytes, as: UTF8.self) == expected.joined())
    }
  }
}
