extension ExifEntry {
  /// The raw value, short enough for a sentence.
  func wording(from file: inout FileWindow) -> String {
    guard isInside else { return "outside the block" }
    if count == 0 { return "empty" }
    if type.isText { return text(from: &file).map { "“\($0.prefix(64))”" } ?? "blank" }
    if type == .undefined, count > Self.mostWorded { return "\(count) bytes" }
    var parts: [String] = []
    for index in 0..<min(count, Self.mostWorded) {
      if let fraction = fraction(at: index, from: &file) {
        parts.append("\(fraction.numerator)/\(fraction.denominator)")
      } else if let number = number(at: index, from: &file) {
        parts.append(shortest(number))
      }
    }
    if parts.isEmpty { return "not in the file" }
    return parts.joined(separator: ", ") + (count > Self.mostWorded ? ", … (\(count))" : "")
  }

  private static let mostWorded = 16
}
