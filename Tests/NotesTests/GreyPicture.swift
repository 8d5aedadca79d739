import Foundation

/// An uncompressed grey picture with a white border, as a TIFF file of 1975.
enum GreyPicture {
  /// Pictures of one size differ only behind their border.
  static func file(grey: UInt8, side: Int) -> Data {
    let strip = 8 + 2 + 10 * 12 + 4 + 20
    let date = strip - 20
    var bytes = Array("II*\0".utf8)
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    bytes += number(8, 4) + number(10, 2)
    let tags = [
      (256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
      (273, 4, 1, strip), (277, 3, 1, 1), (278, 4, 1, side), (279, 4, 1, side * side),
      (306, 2, 20, date),
    ]
    for (tag, type, count, value) in tags {
      bytes += number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    bytes += number(0, 4) + Array("1975:01:01 12:00:00\0".utf8)
    let border = [UInt8](repeating: 255, count: side * side / 8)
    return Data(bytes + border + [UInt8](repeating: grey, count: side * side * 6 / 8) + border)
  }
}
