/// The boxes of HEIC, AVIF, JPEG XL, MP4 and QuickTime files, one after the other.
struct Boxes {
  /// One box.
  struct Box {
    /// What it is: four letters as a number.
    let type: UInt32

    /// Its first byte.
    let start: Int

    /// The first byte after its type.
    let payload: Int

    /// The first byte after the box.
    let end: Int

    /// Whether the file holds all of it.
    let isWhole: Bool

    /// Bytes in it.
    var count: Int { end - payload }

    /// Whether it is of the type with these four letters.
    func has(_ letters: StaticString) -> Bool { type == fourLetters(letters) }

    /// The boxes in it, after so many bytes of its own.
    func boxes(after own: Int = 0) -> Boxes { Boxes(from: min(payload + own, end), to: end) }
  }

  /// More boxes than this on one level are not walked.
  private static let mostBoxes = 4096

  private var position: Int
  private let end: Int
  private var boxesLeft = mostBoxes

  /// What is wrong, where the walk did not come to the end.
  private(set) var damage: String?

  /// Starts on a part of a file.
  init(from start: Int, to end: Int) {
    position = start
    self.end = end
  }

  /// The next box, or nothing at the end.
  ///
  /// A box that is longer than what holds it, as in a file that was cut short, is given up to the
  /// cut and is the last.
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

  /// The first of the boxes left that is of a type.
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
