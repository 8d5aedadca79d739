/// ICC colour profiles with all that a program may write into them.
public enum RawColourProfile {
  /// A profile whose header is full of `secret`, where it may have any bytes.
  public static func bytes(
    _ tags: [(signature: String, content: [UInt8])], space: String = "RGB ", version: UInt8 = 2,
    secret: String = "Geheim"
  ) -> [UInt8] {
    var header = Array(String(repeating: secret, count: 128).utf8.prefix(128))
    header[8..<12] = [version, 0, 0, 0]
    header[12..<24] = Array("mntr\(space)XYZ ".utf8)[...]
    header[36..<40] = Array("acsp".utf8)[...]
    header[64..<80] = [0, 0, 0, 0, 0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]
    var (table, data) = (number(tags.count), [UInt8]())
    for tag in tags {
      table += Array(tag.signature.utf8) + number(128 + 4 + 12 * tags.count + data.count)
      table += number(tag.content.count)
      data += tag.content + [UInt8](repeating: 0, count: (4 - tag.content.count % 4) % 4)
    }
    header[0..<4] = number(header.count + table.count + data.count)[...]
    return header + table + data
  }

  /// The content of a tag: its type, four zeros and more.
  public static func content(_ type: String, _ more: [UInt8]) -> [UInt8] {
    Array(type.utf8) + [0, 0, 0, 0] + more
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
