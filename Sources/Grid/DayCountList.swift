internal import Geography

/// How many photos a day has in each cell of the calendar; the day's row stores this before the summaries of
/// the cells.
///
/// ```
/// number of the cell in the order of the grid, times four,
/// plus the day that the cameras showed, less this day, plus 1     2, UInt16, little-endian  ⎫
/// count                                                           4, UInt32                 ⎭ × n
/// ```
///
/// This takes a twelfth of the bytes of the summaries. Reading the bytes is what takes time in a query about
/// all days.
public enum DayCountList {
  private static let stride = 6
  private static let shifts = 3

  /// The number of a cell of the calendar, given by a key in it, in the order of the grid.
  @inline(__always)
  static func number(_ key: GridKey) -> Int {
    Int(key.rawValue >> UInt64(GridKey.bits - 2 * GridDay.zoom))
  }

  /// The bytes of the counts of a day's cells.
  public static func encode(_ cells: [CalendarCell]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(cells.count * stride)
    for cell in cells {
      bytes.append(littleEndian: UInt16(number(cell.key) << 2) | UInt16(cell.shift + 1))
      bytes.append(littleEndian: UInt32(clamping: cell.summary.count))
    }
    return bytes
  }

  /// The number of cells in this many bytes.
  static func count(_ bytes: Int) -> Int { bytes / stride }

  /// Adds up the wanted cells by the day that the cameras showed: the day before, the day itself, the day
  /// after.
  ///
  /// Returns nil if the bytes are not such a list.
  @inline(__always)
  static func sums(
    _ bytes: UnsafeRawBufferPointer, where isWanted: (Int) -> Bool
  ) -> InlineArray<3, Int>? {
    guard bytes.count > 0, bytes.count % stride == 0 else { return nil }
    var sums = InlineArray<3, Int>(repeating: 0)
    var next = 0
    for offset in Swift.stride(from: 0, to: bytes.count, by: stride) {
      let name = unsafe Int(
        UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
      let shift = name & 3
      guard name >= next, name >> 2 < 1 << (2 * GridDay.zoom), shift < shifts else { return nil }
      next = name + 1
      guard isWanted(name >> 2) else { continue }
      sums[shift] += unsafe Int(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 2, as: UInt32.self)))
    }
    return sums
  }
}
