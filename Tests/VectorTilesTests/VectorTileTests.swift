import Testing
import TileSupport
import VectorTiles

/// The bytes are compared with the example of the Protocol Buffers documentation, with results computed by hand from the
/// specification, and in `MapServiceTests` with GDAL's.
@Suite struct VectorTileTests {
  @Test func aLayerWithOnePointIsByteForByteWhatTheFormatDescribes() {
    var layer = VectorTileLayer(name: "p")
    layer.addPoint(x: 25, y: 17, id: 300, [("n", .whole(150)), ("t", .truth(true))])
    let feature: [UInt8] = [
      0x08, 0xAC, 0x02,  // id 300
      0x12, 4, 0, 0, 1, 1,  // tags
      0x18, 1,  // a point
      0x22, 3, 9, 50, 34,  // move to 25, 17: the example of the format's description
    ]
    let content: [UInt8] =
      [0x78, 2, 0x0A, 1, 0x70, 0x12, UInt8(feature.count)] + feature
      + [0x1A, 1, 0x6E, 0x1A, 1, 0x74]  // names
      + [0x22, 3, 0x20, 0x96, 0x01, 0x22, 2, 0x38, 1]  // 150, true
      + [0x28, 0x80, 0x20]  // 4096
    #expect(layer.tile == [0x1A, UInt8(content.count)] + content)
  }

  @Test func aLayerWithoutFeaturesIsNoBytesAtAll() {
    #expect(VectorTileLayer(name: "photos").tile.isEmpty)
  }

  @Test func everyKindOfValueAndTheEndsOfEachComeBack() throws {
    let values: [VectorTileLayer.Value] = [
      .text(""), .text("žluťoučký 🐎"), .text(String(repeating: "x", count: 20_000)),
      .truth(false), .truth(true), .whole(0), .whole(-1), .whole(.max), .whole(.min),
      .number(0.1), .number(-0.0), .number(.greatestFiniteMagnitude), .number(.infinity),
    ]
    var layer = VectorTileLayer(name: "v")
    for (number, value) in values.enumerated() {
      layer.addPoint(x: 0, y: 0, id: UInt64(number), [("value", value)])
    }
    let read = try #require(TileReader.layers(layer.tile).first)
    #expect(read.features.compactMap { $0.properties["value"] } == values)
  }

  @Test(arguments: [0, 1, -1, 63, 64, -64, -65, 4_095, 4_096, Int32.max, Int32.min])
  func aPlaceComesBackWhateverItsSignAndSize(place: Int32) throws {
    var layer = VectorTileLayer(name: "v")
    layer.addPoint(x: place, y: place == .min ? .max : -place, id: .max, [])
    let feature = try #require(TileReader.layers(layer.tile).first?.features.first)
    #expect(feature.x == place)
    #expect(feature.y == (place == .min ? .max : -place))
    #expect(feature.id == .max)
    #expect(feature.properties.isEmpty)
  }

  @Test func aValueThatComesAgainIsWrittenOnce() throws {
    var layer = VectorTileLayer(name: "v")
    let long = String(repeating: "x", count: 100)
    for _ in 0..<1_000 { layer.addPoint(x: 1, y: 1, id: nil, [("long", .text(long))]) }
    #expect(layer.tile.count < 1_000 * 16)
    let read = try #require(TileReader.layers(layer.tile).first)
    #expect(read.features.count == 1_000)
    #expect(read.features.allSatisfy { $0.id == nil })
    #expect(read.features.allSatisfy { $0.properties == ["long": .text(long)] })
  }
}
