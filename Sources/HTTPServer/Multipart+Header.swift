extension MultipartWalk {
  /// The header of a part that begins at an offset, and the offset of its content.
  mutating func header(at offset: Int) throws -> (fields: [UInt8], end: Int) {
    // An empty header begins with the line break that ends it.
    let room = min(limits.header + 4, count - offset)
    let head = Array(try bytes(at: offset, count: room) ?? [])
    if head.starts(with: [13, 10]) { return ([], offset + 2) }
    guard let end = Self.find([13, 10, 13, 10], in: head, from: 0) else {
      throw Problem.malformedUpload(
        room < limits.header
          ? "The content ends within the header of a part."
          : "The header of a part is longer than \(limits.header) bytes.")
    }
    return (Array(head[..<end]), offset + end + 4)
  }
}

extension Multipart.Part {
  /// Parses the header of a part.
  init(header fields: [UInt8], _ range: Range<Int>, number: Int) throws {
    var disposition: FieldParameters?
    for line in fields.split(separator: 10, omittingEmptySubsequences: true) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw Problem.malformedUpload("A line in the header of part \(number) has no colon.")
      }
      let name = line[..<colon].trimmingBlanks()
      let value = line[(colon + 1)...].filter { $0 != 13 }
      if equalsIgnoringCase(name, "Content-Disposition".utf8) {
        guard disposition == nil else {
          throw Problem.malformedUpload("Part \(number) has two Content-Disposition fields.")
        }
        disposition = FieldParameters(value)
      }
      let coding = value.trimmingBlanks()
      if equalsIgnoringCase(name, "Content-Transfer-Encoding".utf8),
        !["binary", "8bit", "7bit"].contains(where: { equalsIgnoringCase(coding, $0.utf8) })
      {
        throw Problem.malformedUpload(
          "Part \(number) has a Content-Transfer-Encoding; send it unencoded.")
      }
    }
    guard let disposition, equalsIgnoringCase(disposition.value, "form-data".utf8) else {
      throw Problem.malformedUpload("Part \(number) has no Content-Disposition of form-data.")
    }
    self.init(
      name: String(decoding: disposition["name"] ?? [], as: UTF8.self),
      filename: disposition.filename, range: range)
  }
}
