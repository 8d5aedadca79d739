/// A layer of points, as the Mapbox Vector Tile format 2.1 writes one.
///
/// Names and values of properties are kept once each and referred to by number, as the format wants
/// it: a tile of photos says `image/jpeg` once.
public struct VectorTileLayer {
  /// How many units a tile has along one side.
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

  /// Whether there is nothing in it.
  public var isEmpty: Bool { features.isEmpty }

  /// Adds a point, in units from the upper left corner of the tile.
  ///
  /// An id is to be unique in the layer. A name may be given only once.
  public mutating func addPoint(
    x: Int32, y: Int32, id: UInt64?, _ properties: [(name: String, value: Value)]
  ) {
    var feature = ProtobufWriter()
    if let id { feature.field(Field.Feature.id, id) }
    let tags = properties.flatMap { [names.number(of: $0.name), values.number(of: $0.value)] }
    if !tags.isEmpty { feature.field(Field.Feature.tags, packed: tags) }
    feature.field(Field.Feature.type, Self.pointType)
    let geometry = [Self.moveToOnce, ProtobufWriter.zigzag(x), ProtobufWriter.zigzag(y)]
    feature.field(Field.Feature.geometry, packed: geometry)
    features.append(feature.bytes)
  }

  /// The bytes of a tile that has this layer; none where the layer is empty, as the format has it.
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

  /// The command "move to" (1), one time.
  private static let moveToOnce: UInt32 = 1 | 1 << 3
}

/// The numbers of the fields in the format's description.
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

/// Different things in the order in which they first came.
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
