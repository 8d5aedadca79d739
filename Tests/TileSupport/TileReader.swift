public import VectorTiles

/// Reads the points and lines of a vector tile, written from the specification independently of the writer.
public enum TileReader {
  /// A layer.
  public struct Layer: Sendable {
    /// Its name.
    public var name = ""
    /// The version of the format.
    public var version: UInt64 = 1
    /// The units along one side of the tile.
    public var extent: UInt64 = 4_096
    /// Its points and lines.
    public var features: [Feature] = []
  }

  /// A point, or lines.
  public struct Feature: Sendable {
    /// Its id, if it has one.
    public var id: UInt64?
    /// Units from the left edge of the tile.
    public var x: Int32 = 0
    /// Units from the upper edge.
    public var y: Int32 = 0
    /// Its lines, as x and y of each point.
    public var lines: [[[Int32]]] = []
    /// Its properties.
    public var properties: [String: VectorTileLayer.Value] = [:]
  }

  /// The layers of a tile; a malformed tile gives the layers before the error.
  public static func layers(_ bytes: [UInt8]) -> [Layer] {
    Message(bytes[...]).fields.filter { $0.number == 3 }.map { layer($0.bytes) }
  }

  private static func layer(_ bytes: ArraySlice<UInt8>) -> Layer {
    var layer = Layer()
    let fields = Message(bytes).fields
    let names = fields.filter { $0.number == 3 }.map { String(decoding: $0.bytes, as: UTF8.self) }
    let values = fields.filter { $0.number == 4 }.compactMap { value($0.bytes) }
    for field in fields {
      switch field.number {
      case 1: layer.name = String(decoding: field.bytes, as: UTF8.self)
      case 2: layer.features.append(feature(field.bytes, names, values))
      case 5: layer.extent = field.value
      case 15: layer.version = field.value
      default: break
      }
    }
    return layer
  }

  private static func feature(
    _ bytes: ArraySlice<UInt8>, _ names: [String], _ values: [VectorTileLayer.Value]
  ) -> Feature {
    var feature = Feature()
    for field in Message(bytes).fields {
      switch field.number {
      case 1: feature.id = field.value
      case 2:
        let tags = Message.numbers(field.bytes)
        for index in stride(from: 0, to: tags.count - 1, by: 2) {
          feature.properties[names[Int(tags[index])]] = values[Int(tags[index + 1])]
        }
      case 4:
        let geometry = Message.numbers(field.bytes)
        feature.lines = lines(geometry)
        guard geometry.count == 3, geometry[0] == 9 else { continue }
        (feature.x, feature.y) = (signed(geometry[1]), signed(geometry[2]))
      default: break
      }
    }
    return feature
  }

  /// The lines of a geometry: "move to" begins one, "line to" continues it.
  private static func lines(_ geometry: [UInt64]) -> [[[Int32]]] {
    var lines: [[[Int32]]] = []
    var (x, y): (Int32, Int32) = (0, 0)
    var rest = geometry[...]
    while let command = rest.popFirst() {
      for _ in 0..<command / 8 {
        guard let right = rest.popFirst(), let down = rest.popFirst() else { return lines }
        (x, y) = (x + signed(right), y + signed(down))
        if command % 8 == 1 { lines.append([]) }
        lines[lines.count - 1].append([x, y])
      }
    }
    return lines
  }

  private static func signed(_ number: UInt64) -> Int32 {
    number % 2 == 0 ? Int32(number / 2) : Int32(-Int64(number / 2) - 1)
  }

  private static func value(_ bytes: ArraySlice<UInt8>) -> VectorTileLayer.Value? {
    guard let field = Message(bytes).fields.first else { return nil }
    switch field.number {
    case 1: return .text(String(decoding: field.bytes, as: UTF8.self))
    case 3: return .number(Double(bitPattern: field.value))
    case 4: return .whole(Int64(bitPattern: field.value))
    case 7: return .truth(field.value != 0)
    default: return nil
    }
  }
}

/// The fields of a message in the wire format of Protocol Buffers.
private struct Message {
  struct Field {
    var number: UInt64
    var value: UInt64 = 0
    var bytes: ArraySlice<UInt8> = []
  }

  var fields: [Field] = []

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let tag = Self.number(&rest) {
      var field = Field(number: tag / 8)
      switch tag % 8 {
      case 0: field.value = Self.number(&rest) ?? 0
      case 1:
        for byte in rest.prefix(8).reversed() { field.value = field.value * 256 + UInt64(byte) }
        rest = rest.dropFirst(8)
      case 2:
        let count = Int(Self.number(&rest) ?? 0)
        field.bytes = rest.prefix(count)
        rest = rest.dropFirst(count)
      default: return
      }
      fields.append(field)
    }
  }

  static func numbers(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
    var rest = bytes
    var numbers: [UInt64] = []
    while let number = number(&rest) { numbers.append(number) }
    return numbers
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    var weight: UInt64 = 0
    while let byte = rest.popFirst() {
      number |= UInt64(byte % 128) << weight
      if byte < 128 { return number }
      weight += 7
    }
    return nil
  }
}
