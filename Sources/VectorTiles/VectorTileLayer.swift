internal import Varints

/// A layer of points or lines, as the Mapbox Vector Tile format 2.1 writes one.
///
/// As the format demands, property names and values are stored once and referred to by index: a tile of photos
/// contains `image/jpeg` once.
public struct VectorTileLayer {
  /// The units along one side of a tile.
  public static let extent = 4_096

  /// The media type of a tile.
  public static let mediaType = "application/vnd.mapbox-vector-tile"

  /// A property's value.
  public enum Value: Hashable, Sendable {
    case text(String)
    case truth(Bool)
    case whole(Int64)
    case number(Double)
  }

  private let name: String
  private var features: [[UInt8]] = []
  private var names = NumberedList<String>()
  private var values = NumberedList<Value>()

  /// Makes an empty layer.
  public init(name: String) { self.name = name }

  /// Whether the layer has no features.
  public var isEmpty: Bool { features.isEmpty }

  /// Adds a point, in units from the upper left corner of the tile.
  ///
  /// The id must be unique in the layer, and a name may occur only once.
  public mutating func addPoint(
    x: Int32, y: Int32, id: UInt64?, _ properties: [(name: String, value: Value)]
  ) {
    let geometry = [Self.moveToOnce, x.zigzag, y.zigzag]
    add(Self.pointType, geometry, id: id, properties)
  }

  /// Adds a feature of lines, each of at least two points in units from the upper left corner of the tile.
  public mutating func addLines(
    _ lines: [[(x: Int32, y: Int32)]], _ properties: [(name: String, value: Value)]
  ) {
    var geometry: [UInt32] = []
    var pen = (x: Int32(0), y: Int32(0))
    for line in lines where line.count > 1 {
      for (index, point) in line.enumerated() {
        if index == 0 { geometry.append(Self.moveToOnce) }
        if index == 1 { geometry.append(Self.lineTo | UInt32(line.count - 1) << 3) }
        geometry.append((point.x - pen.x).zigzag)
        geometry.append((point.y - pen.y).zigzag)
        pen = point
      }
    }
    if !geometry.isEmpty { add(Self.lineType, geometry, id: nil, properties) }
  }

  private mutating func add(
    _ type: UInt64, _ geometry: [UInt32], id: UInt64?, _ properties: [(name: String, value: Value)]
  ) {
    var feature = ProtobufWriter()
    if let id { feature.field(Field.Feature.id, id) }
    let tags = properties.flatMap { [names.number(of: $0.name), values.number(of: $0.value)] }
    if !tags.isEmpty { feature.field(Field.Feature.tags, packed: tags) }
    feature.field(Field.Feature.type, type)
    feature.field(Field.Feature.geometry, packed: geometry)
    features.append(feature.bytes)
  }

  /// The bytes of a tile with this layer; empty if the layer is empty.
  public var tile: [UInt8] {
    guard !isEmpty else { return [] }
    var layer = ProtobufWriter()
    layer.field(Field.Layer.version, 2 as UInt64)
    layer.field(Field.Layer.name, name.utf8)
    for feature in features { layer.field(Field.Layer.features, feature) }
    for name in names.items { layer.field(Field.Layer.keys, name.utf8) }
    for value in values.items { layer.field(Field.Layer.values, Self.message(value)) }
    layer.field(Field.Layer.extent, UInt64(Self.extent))
    var tile = ProtobufWriter()
    tile.field(Field.layers, layer.bytes)
    return tile.bytes
  }

  private static func message(_ value: Value) -> [UInt8] {
    var message = ProtobufWriter()
    switch value {
    case .text(let text): message.field(Field.Value.string, text.utf8)
    case .truth(let truth): message.field(Field.Value.bool, truth ? 1 : 0 as UInt64)
    case .whole(let number): message.field(Field.Value.int, UInt64(bitPattern: number))
    case .number(let number): message.field(Field.Value.double, number)
    }
    return message.bytes
  }

  private static let pointType: UInt64 = 1
  private static let lineType: UInt64 = 2

  /// The command "line to" (2), without its count.
  private static let lineTo: UInt32 = 2

  /// The command "move to" (1) with a count of 1.
  private static let moveToOnce: UInt32 = 1 | 1 << 3
}

/// The field numbers of the Protocol Buffers schema.
private enum Field {
  static let layers: UInt64 = 3

  enum Layer {
    static let name: UInt64 = 1
    static let features: UInt64 = 2
    static let keys: UInt64 = 3
    static let values: UInt64 = 4
    static let extent: UInt64 = 5
    static let version: UInt64 = 15
  }

  enum Feature {
    static let id: UInt64 = 1
    static let tags: UInt64 = 2
    static let type: UInt64 = 3
    static let geometry: UInt64 = 4
  }

  enum Value {
    static let string: UInt64 = 1
    static let double: UInt64 = 3
    static let int: UInt64 = 4
    static let bool: UInt64 = 7
  }
}

/// Distinct values in the order of their first occurrence.
private struct NumberedList<Item: Hashable> {
  private(set) var items: [Item] = []
  private var numbers: [Item: UInt32] = [:]

  mutating func number(of item: Item) -> UInt32 {
    if let known = numbers[item] { return known }
    let number = UInt32(items.count)
    numbers[item] = number
    items.append(item)
    return number
  }
}
