/// The elements of a Matroska file, one after the other.
struct EBMLElements {
  /// One element.
  struct Element {
    /// What it is: a number of one to four bytes.
    let id: UInt32

    /// The first byte after the length.
    let payload: Int

    /// The first byte after the element.
    let end: Int

    /// Whether the file holds all of it.
    let isWhole: Bool

    /// Bytes in it.
    var count: Int { end - payload }

    /// The elements in it.
    var elements: EBMLElements { EBMLElements(from: payload, to: end) }
  }

  /// More elements than this on one level are not walked.
  private static let mostElements = 4096

  private var position: Int
  private let end: Int
  private var elementsLeft = mostElements

  /// Starts on a part of a file.
  init(from start: Int, to end: Int) {
    position = start
    self.end = end
  }

  /// The next element, or nothing at the end and where there is none.
  ///
  /// One that is longer than what holds it, or whose length is not known because it was written to
  /// a stream, is given up to the end of what holds it and is the last.
  mutating func next(in file: inout FileWindow) -> Element? {
    guard position < end, elementsLeft > 0, let first = file.byte(at: position), first >= 0x10
    else { return nil }
    elementsLeft -= 1
    var fields = Fields(at: position, end: end)
    guard let id = fields.number(first.leadingZeroBitCount + 1, in: &file),
      let mark = file.byte(at: fields.position), mark > 0
    else { return nil }
    let width = mark.leadingZeroBitCount + 1
    guard fields.position < end, let marked = fields.number(width, in: &file) else { return nil }
    // The first bit that is set says how wide the number is.
    let length = marked ^ 1 << (7 * width)
    let isOpen = length == 1 << (7 * width) - 1
    let isWhole = length <= end - fields.position
    let last = isOpen || !isWhole ? end : fields.position + length
    position = last
    return Element(
      id: UInt32(id), payload: fields.position, end: last, isWhole: isWhole || isOpen)
  }
}
