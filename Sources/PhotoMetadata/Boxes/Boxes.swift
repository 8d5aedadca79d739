/// Iterates over the boxes of HEIC, AVIF, JPEG XL, MP4 and QuickTime files.
struct Boxes {
  /// One box.
  struct Box {
    /// The type: four letters as a number.
    let type: UInt32

    /// The offset of the box.
    let start: Int

    /// The offset after its type.
    let payload: Int

    /// The offset after the box.
    let end: Int

    /// Whether the file contains the whole box.
    let isWhole: Bool

    /// The number of bytes in it.
    var count: Int { end - payload }

    /// Whether it is of the type with these four letters.
    func has(_ letters: StaticString) -> Bool { type == fourLetters(letters) }

    /// The boxes inside it, after `own` bytes of its own fields.
    func boxes(after own: Int = 0) -> Boxes { Boxes(from: min(payload + own, end), to: end) }
  }

  /// The limit of boxes on one level.
  private static let mostBoxes = 4096

  private var position: Int
  private let end: Int
  private var boxesLeft = mostBoxes

  /// What is wrong; nil if the end was reached.
  private(set) var damage: String?

  /// Starts at a range of the file.
  init(from start: Int, to end: Int) {
    position = start
    self.end = end
  }

  /// The next box; nil at the end.
  ///
  /// If a box is longer than its container, as in a truncated file, it is cut to the container and is the
  /// last one.
  mutating func next(in file: inout FileWindow) -> Box? {
    guard end - position >= 8, boxesLeft > 0, damage == nil else { return nil }
    boxesLeft -= 1
    guard let short = file.uint32(at: position, .big),
      let type = file.uint32(at: position + 4, .big)
    else { return over("the file ends inside a box") }
    var (length, header) = (Int(short), 8)
    if short == 1 {
      guard let high = file.uint32(at: position + 8, .big),
        let low = file.uint32(at: position + 12, .big)
      else { return over("the file ends inside a box") }
      (length, header) = (Int(high & 0x7FFF_FFFF) << 32 | Int(low), 16)
    } else if short == 0 {
      length = end - position
    }
    guard length >= header else { return over("the box at byte \(position) is too short") }
    let isWhole = length <= end - position
    if !isWhole {
      damage = "the file ends inside a box"
      length = end - position
    }
    defer { position += length }
    return Box(
      type: type, start: position, payload: position + header, end: position + length,
      isWhole: isWhole)
  }

  /// The next box of a type.
  mutating func first(_ letters: StaticString, in file: inout FileWindow) -> Box? {
    while let box = next(in: &file) {
      if box.has(letters) { return box }
    }
    return nil
  }

  private mutating func over(_ damage: String) -> Box? {
    self.damage = damage
    return nil
  }
}
