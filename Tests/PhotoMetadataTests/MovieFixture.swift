/// A hand-made film without frames, only with position and time.
struct MovieFixture {
  var seconds = 0
  var userData: [UInt8] = []
  var keys: [(String, String)] = []
  var handler = "vide"
  var matrix = [1, 0, 0, 1]
  var brand = "isom"

  /// Boxes inside the track and behind it.
  var inTrack: [UInt8] = []
  var behindTrack: [UInt8] = []

  /// The file, with the `moov` box behind the frames, as cameras write it.
  var file: [UInt8] {
    let numbers = { (values: [Int]) in values.flatMap { ContainerFixture.big($0, 4) } }
    let turn = numbers([
      matrix[0] << 16, matrix[1] << 16, 0, matrix[2] << 16, matrix[3] << 16, 0, 0, 0, 1 << 30,
    ])
    let header = box(
      "mvhd",
      numbers([0, seconds, seconds, 1000, 1000, 1 << 16, 1 << 24, 0, 0])
        + numbers([1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30, 0, 0, 0, 0, 0, 0, 2]))
    let track = box(
      "tkhd",
      numbers([7, seconds, seconds, 1, 0, 1000, 0, 0, 0, 0]) + turn
        + numbers([1920 << 16, 1080 << 16]))
    let media = box(
      "mdia", box("hdlr", numbers([0, 0]) + handler.utf8 + numbers([0, 0, 0]) + [0]))
    let data = userData.isEmpty ? [] : box("udta", userData)
    return box("ftyp", "\(brand)\0\0\0\0\(brand)".utf8) + box("mdat", [1, 2, 3, 4, 5])
      + box("moov", header + box("trak", track + media + inTrack) + behindTrack + data + items)
  }

  /// A text of QuickTime: `©xyz` with its length and language.
  static func text(_ name: String, _ text: String) -> [UInt8] {
    let content = ContainerFixture.big(text.utf8.count, 2) + [0x15, 0xC7] + text.utf8
    return ContainerFixture.big(content.count + 8, 4) + [0xA9] + name.utf8 + content
  }

  private var items: [UInt8] {
    guard !keys.isEmpty else { return [] }
    let names = keys.map { box("mdta", $0.0.utf8) }
    let values = keys.enumerated().map { index, key in
      let value = box("data", ContainerFixture.big(1, 4) + ContainerFixture.big(0, 4) + key.1.utf8)
      return ContainerFixture.big(value.count + 8, 4) + ContainerFixture.big(index + 1, 4) + value
    }
    let handler = box("hdlr", [UInt8](repeating: 0, count: 8) + "mdta".utf8)
    return box(
      "meta",
      handler
        + box(
          "keys", ContainerFixture.big(0, 4) + ContainerFixture.big(keys.count, 4) + names.joined())
        + box("ilst", values.joined()))
  }

  private func box(_ type: String, _ content: some Sequence<UInt8>) -> [UInt8] {
    ContainerFixture.box(type, content)
  }
}
