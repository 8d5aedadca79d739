/// Iterates over the elements of a Matroska file.
struct EBMLElements {
  /// One element.
  struct Element {
    /// The element id, of one to four bytes.
    let id: UInt32

    /// The offset after the length.
    let payload: Int

    /// The offset after the element.
    let end: Int

    /// Whether the file contains the whole element.
    let isWhole: Bool

    /// The number of bytes in it.
    var count: Int { end - payload }

    /// The elements inside it.
    var elements: EBMLElements { EBMLElements(from: payload, to: end) }
  }

  /// The limit of elements on one level.
  private static let mostElements = 4096

  private var position: Int
  private let end: Int
  private var elementsLeft = mostElements

  /// Starts at a range of the file.
  init(from start: Int, to end: Int) {
    position = start
    self.end = end
  }

  /// The next element; nil at the end, or if the bytes are not an element.
  ///
  /// An element that is longer than its container, or whose length is unknown because it was streamed, ends
  /// with the container and is the last one.
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
    // The position of the first set bit gives the width of the number.
    let length = marked ^ 1 << (7 * width)
    let isOpen = length == 1 << (7 * width) - 1
    let isWhole = length <= end - fields.position
    let last = isOpen || !isWhole ? end : fields.position + length
    position = last
    return Element(
      id: UInt32(id), payload: fields.position, end: last, isWhole: isWhole || isOpen)
  }
}
