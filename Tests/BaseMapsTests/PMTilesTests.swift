import JSON
import BaseMaps
import Foundation
import Geography
import TestSupport
import Testing

@Suite struct PMTilesTests {
  private typealias Address = PMTilesWriter.Address
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(_ bytes: [UInt8]) throws -> BaseMap {
    let path = folder.file("map.pmtiles")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try BaseMap(path: Array(path.utf8))
  }

  private func tile(_ map: BaseMap, _ address: Address) throws -> [UInt8]? {
    let tile = try #require(TileCoordinate(zoom: address.z, x: address.x, y: address.y))
    return try map.tile(tile)?.bytes
  }

  /// All tiles of zoom 0 to 4 but every seventh; many have the same content.
  private static let world: [Address: [UInt8]] = {
    var tiles: [Address: [UInt8]] = [:]
    var count = 0
    for z in 0...4 {
      for x in 0..<(1 << z) {
        for y in 0..<(1 << z) {
          count += 1
          guard count % 7 != 0 else { continue }
          tiles[Address(z, x, y)] = y > 8 ? [1, 2, 3] : Array("\(z)/\(x)/\(y)".utf8)
        }
      }
    }
    return tiles
  }()

  @Test(arguments: [nil, 1, 3, 50], [UInt8(1), 2])
  func everyTileIsFoundAndNoOther(leafLength: Int?, compression: UInt8) throws {
    for isClustered in [true, false] {
      var writer = PMTilesWriter(Self.world)
      writer.leafLength = leafLength
      writer.directoryCompression = compression
      writer.isClustered = isClustered
      let map = try open(writer.bytes())
      for z in 0...5 {
        for x in 0..<(1 << z) {
          for y in 0..<(1 << z) {
            let address = Address(z, x, y)
            #expect(try tile(map, address) == Self.world[address], "\(address)")
          }
        }
      }
    }
  }

  @Test func tilesAreNumberedAsTheSpecificationSays() throws {
    var writer = PMTilesWriter()
    writer.zooms = 0...20
    let known: [(Address, UInt64)] = [
      (Address(0, 0, 0), 0), (Address(1, 0, 0), 1), (Address(1, 0, 1), 2), (Address(1, 1, 1), 3),
      (Address(1, 1, 0), 4), (Address(2, 0, 0), 5), (Address(12, 3423, 1763), 19_078_479),
    ]
    let entries = known.enumerated().map { index, pair in
      PMTilesWriter.Entry(number: pair.1, run: 1, count: 1, offset: UInt64(index))
    }
    let map = try open(writer.bytes(root: entries, leaves: [], data: [0, 1, 2, 3, 4, 5, 6]))
    for (index, pair) in known.enumerated() {
      #expect(try tile(map, pair.0) == [UInt8(index)], "\(pair.0)")
    }
  }

  @Test func metadataAndHeaderAreRead() throws {
    var writer = PMTilesWriter([Address(3, 4, 2): [1]])
    writer.bounds = [7.25, 43.5, 7.5, 43.75]
    writer.tileCompression = 2
    writer.metadata = """
      {"name": "A \\u00e9 \\ud83d\\ude00", "attribution": "<a href='x'>me</a>", "extra": [1, -2.5e3],
       "vector_layers": [{"id": "roads", "fields": {}}]}
      """
    let description = try open(writer.bytes()).description
    #expect(description.title == "A é 😀")
    #expect(description.attribution == "<a href='x'>me</a>")
    #expect(description.bounds == [7.25, 43.5, 7.5, 43.75])
    #expect(description.minZoom == 3 && description.maxZoom == 3)
    #expect(description.compression == .gzip)
    #expect(description.format == .mvt)
    #expect(description.vectorLayers == [["id": "roads", "fields": [:]]])
  }

  @Test func theLayersInMetadataAreReadWithAllTheirMembers() throws {
    var writer = PMTilesWriter([Address(3, 4, 2): [1]])
    writer.metadata = #"""
      {"name": "\ud83d\u0041b\ud83d\ude00\ud83d", "vector_layers": [ {"id": "a\"\\\u0001é\ud83d\u0041", "x": [[], {}, 1.50, -2e3,
       true, null, 1e999]}, 7 ], "vector": {"vector_layers": 1}}
      """#
    let description = try open(writer.bytes()).description
    #expect(description.title == "\u{FFFD}Ab😀\u{FFFD}")
    #expect(
      description.vectorLayers == [
        [
          "id": "a\"\\\u{1}é\u{FFFD}A",
          "x": [[], [:], 1.5, -2000, true, .null, .number(.infinity)],
        ],
        7,
      ])
  }

  @Test(arguments: [
    "[]", "{", "{}x", #"{"a":}"#, #"{"a":1,}"#, #"{"a":"\x"}"#, #"{"a":"\u12"}"#,
    "{\"a\":\"\u{1}\"}",
    #"{"a":nul}"#, #"{"a":+1}"#,
  ])
  func invalidMetadataIsRefused(metadata: String) throws {
    var writer = PMTilesWriter([Address(3, 4, 2): [1]])
    writer.metadata = metadata
    #expect(throws: BaseMapError.self) { try open(writer.bytes()) }
  }

  @Test func theSeaIsFoundInACompressedTile() throws {
    var writer = PMTilesWriter([Address(0, 0, 0): PMTilesWriter.gzipped(Array("…ocean…".utf8))])
    writer.tileCompression = 2
    #expect(try open(writer.bytes()).description.hasSea)
    writer.tiles = [Address(0, 0, 0): PMTilesWriter.gzipped(Array("lake".utf8))]
    #expect(try !open(writer.bytes()).description.hasSea)
  }

  @Test(arguments: [nil, 2])
  func aTruncatedFileNeverAnswersWrongly(leafLength: Int?) throws {
    var writer = PMTilesWriter(Self.world.filter { $0.key.z < 3 })
    writer.leafLength = leafLength
    writer.metadata = "{\"name\": \"small\"}"
    writer.directoryCompression = 2
    let whole = writer.bytes()
    for count in 0..<whole.count {
      let error = #expect(throws: BaseMapError.self, "\(count)") {
        try open(Array(whole.prefix(count)))
      }
      #expect(error?.description.contains("/map.pmtiles: ") == true)
    }
  }

  @Test func aFileThatIsCutOffWhileOpenAnswersWithAnError() throws {
    let writer = PMTilesWriter(Self.world)
    let map = try open(writer.bytes())
    try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file("map.pmtiles"))).truncate(
      atOffset: 200)
    #expect(throws: BaseMapError.self) { try tile(map, Address(4, 15, 0)) }
    #expect(!map.isCurrent)
  }

  /// A leaf that is its own leaf: reading must end.
  @Test func aLoopOfDirectoriesEndsWithAnError() throws {
    let entry = PMTilesWriter.Entry(number: 0, run: 0, count: 5, offset: 0)
    let leaf = PMTilesWriter.directory([entry])
    #expect(leaf.count == 5)
    var writer = PMTilesWriter()
    writer.tileType = 2
    let map = try open(writer.bytes(root: [entry], leaves: leaf, data: []))
    let error = #expect(throws: BaseMapError.self) { try tile(map, Address(0, 0, 0)) }
    #expect(error?.reason.contains("nested") == true)
  }

  private static let hostile: [(String, [PMTilesWriter.Entry])] = [
    (
      "overlap",
      [
        .init(number: 0, run: 5, count: 1, offset: 0),
        .init(number: 3, run: 1, count: 1, offset: 0),
      ]
    ),
    (
      "twice",
      [
        .init(number: 3, run: 1, count: 1, offset: 0),
        .init(number: 3, run: 1, count: 1, offset: 0),
      ]
    ),
    ("without content", [.init(number: 0, run: 1, count: 0, offset: 0)]),
    ("4 GB", [.init(number: 0, run: 1, count: 1 << 33, offset: 0)]),
    (
      "does not exist",
      [
        .init(number: 5, run: 1, count: 1, offset: 0),
        .init(number: 2, run: 1, count: 1, offset: 0),
      ]
    ),
  ]

  @Test(arguments: hostile.indices)
  func aHostileDirectoryIsRefused(index: Int) throws {
    let (reason, entries) = Self.hostile[index]
    let error = #expect(throws: BaseMapError.self) {
      try open(PMTilesWriter().bytes(root: entries, leaves: [], data: [1]))
    }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(arguments: [UInt64(1), 1 << 40, UInt64.max - 1])
  func anEntryBeyondTheSectionIsRefused(offset: UInt64) throws {
    var writer = PMTilesWriter()
    writer.tileType = 2
    for run in [UInt64(0), 1] {
      let entry = PMTilesWriter.Entry(number: 0, run: run, count: 1, offset: offset)
      let map = try open(writer.bytes(root: [entry], leaves: [1], data: [1]))
      let error = #expect(throws: BaseMapError.self) { try tile(map, Address(0, 0, 0)) }
      #expect(error?.reason.contains("outside") == true)
    }
  }

  @Test func moreEntriesThanBytesAreRefusedBeforeMemoryIsReserved() throws {
    var bytes = PMTilesWriter([Address(0, 0, 0): [1]]).bytes()
    // The root directory begins after the header; its first number is the count of entries.
    bytes.replaceSubrange(127..<132, with: PMTilesWriter.varint(1 << 34))
    let error = #expect(throws: BaseMapError.self) { try open(bytes) }
    #expect(error?.reason.contains("more entries than bytes") == true)
  }

  @Test func anyChangedByteIsAnErrorOrAMap() throws {
    var writer = PMTilesWriter(Self.world.filter { $0.key.z < 3 })
    writer.leafLength = 2
    let whole = writer.bytes()
    var random = SeededRandom(seed: 22)
    for position in whole.indices {
      var bytes = whole
      bytes[position] = UInt8.random(in: 0...255, using: &random)
      guard let map = try? open(bytes) else { continue }
      for address in Self.world.keys where address.z < 3 { _ = try? tile(map, address) }
    }
  }

  @Test func otherFilesAreRefusedByName() throws {
    #expect(reason([]) == "is empty")
    #expect(reason(Array("hello".utf8)) == "is neither PMTiles nor MBTiles")
    #expect(
      reason(Array("PMTiles".utf8) + [4] + [UInt8](repeating: 0, count: 200))?.contains("version 4")
        == true)
    let missing = #expect(throws: BaseMapError.self) {
      try BaseMap(path: Array("/nowhere/a.pmtiles".utf8))
    }
    #expect(missing?.description.hasPrefix("/nowhere/a.pmtiles: cannot be opened") == true)
  }

  private func reason(_ bytes: [UInt8]) -> String? {
    #expect(throws: BaseMapError.self) { try open(bytes) }?.reason
  }

  @Test func aSparseFileOfAHundredGigabytesIsReadWhereItIs() throws {
    var writer = PMTilesWriter()
    writer.tileType = 2
    writer.zooms = 0...14
    let far = UInt64(100_000_000_000)
    let entry = PMTilesWriter.Entry(number: 0, run: 1, count: 3, offset: far)
    var bytes = writer.bytes(root: [entry], leaves: [], data: [])
    // The length of the tiles, in the header.
    bytes.replaceSubrange(
      64..<72, with: (0..<8).map { UInt8(truncatingIfNeeded: (far + 3) >> (8 * UInt64($0))) })
    let path = folder.file("large.pmtiles")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64(bytes.count) + far)
    try file.write(contentsOf: Data([7, 8, 9]))
    let map = try BaseMap(path: Array(path.utf8))
    #expect(try tile(map, Address(0, 0, 0)) == [7, 8, 9])
  }
}
