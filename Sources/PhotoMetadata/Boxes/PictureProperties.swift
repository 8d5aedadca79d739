internal import PhotoFacts

/// The size and orientation of the main picture of a HEIC or AVIF file.
struct PictureProperties {
  /// The size as it is stored.
  private(set) var size: PixelSize?

  /// Quarter turns counter-clockwise.
  private var turns = 0

  /// Whether left and right are swapped after the turns.
  private var isMirrored = false

  /// The limit of associations in the table.
  private static let mostEntries = 4096

  /// Reads the properties in a `meta` box.
  init(_ meta: Boxes.Box, in file: inout FileWindow) {
    var boxes = meta.boxes(after: 4)
    var primary: Int?
    var properties: Boxes.Box?
    while let box = boxes.next(in: &file) {
      if box.has("pitm"), let version = file.byte(at: box.payload) {
        var fields = Fields(at: box.payload + 4, end: box.end)
        primary = fields.number(version == 0 ? 2 : 4, in: &file)
      }
      if box.has("iprp") { properties = box }
    }
    guard let primary, let properties else { return }
    var containers = properties.boxes()
    var container: Boxes.Box?
    while let box = containers.next(in: &file) {
      if box.has("ipco") { container = box }
      if box.has("ipma"), let container {
        apply(Self.indices(of: primary, box, in: &file), of: container, in: &file)
      }
    }
  }

  /// The orientation as an Exif value.
  var orientation: Orientation {
    switch (turns & 3, isMirrored) {
    case (0, false): .upright
    case (1, false): .turnedRight
    case (2, false): .upsideDown
    case (3, false): .turnedLeft
    case (0, true): .mirrored
    case (1, true): .mirroredRight
    case (2, true): .mirroredUpsideDown
    default: .mirroredLeft
    }
  }

  /// The property indices that are associated with an item.
  private static func indices(
    of item: Int, _ box: Boxes.Box, in file: inout FileWindow
  ) -> [Int] {
    guard let head = file.uint32(at: box.payload, .big) else { return [] }
    let isLongID = head >> 24 > 0
    let isLongIndex = head & 1 == 1
    var fields = Fields(at: box.payload + 4, end: box.end)
    guard let count = fields.number(4, in: &file) else { return [] }
    for _ in 0..<min(count, mostEntries) {
      guard let id = fields.number(isLongID ? 4 : 2, in: &file),
        let associations = fields.number(1, in: &file)
      else { return [] }
      var found: [Int] = []
      for _ in 0..<associations {
        guard let index = fields.number(isLongIndex ? 2 : 1, in: &file) else { return [] }
        // The first bit marks the property as essential.
        found.append(index & (isLongIndex ? 0x7FFF : 0x7F))
      }
      if id == item { return found }
    }
    return []
  }

  /// Applies properties in the order in which the item names them.
  private mutating func apply(
    _ indices: [Int], of container: Boxes.Box, in file: inout FileWindow
  ) {
    var properties: [Boxes.Box] = []
    var boxes = container.boxes()
    while let box = boxes.next(in: &file) { properties.append(box) }
    for index in indices where properties.indices.contains(index - 1) {
      let property = properties[index - 1]
      if property.has("ispe") { size = size ?? file.size(at: property.payload + 4) }
      if property.has("clap") { crop(property, in: &file) }
      if property.has("irot"), let angle = file.byte(at: property.payload) {
        turns += isMirrored ? -Int(angle & 3) : Int(angle & 3)
      }
      if property.has("imir"), let axis = file.byte(at: property.payload) {
        isMirrored.toggle()
        // Swapping top and bottom equals swapping left and right after half a turn.
        if axis & 1 == 0 { turns += 2 }
      }
    }
  }

  /// Crops the size to the visible part, because codecs store whole blocks of pixels.
  private mutating func crop(_ property: Boxes.Box, in file: inout FileWindow) {
    var fields = Fields(at: property.payload, end: property.end)
    let numbers = (0..<4).compactMap { _ in fields.number(4, in: &file) }
    guard let size, numbers.count == 4, numbers[1] > 0, numbers[3] > 0 else { return }
    let (width, height) = (numbers[0] / numbers[1], numbers[2] / numbers[3])
    guard (1...size.width).contains(width), (1...size.height).contains(height) else { return }
    self.size = PixelSize(width: width, height: height)
  }
}
