/// An angle of a GPS directory before its reference tag is applied.
struct ExifAngle {
  /// Degrees; negative if the value itself has a sign.
  let degrees: Double

  /// N, S, E or W, if the value is a text with a hemisphere.
  var hemisphere: Character?
}

extension ExifBlock {
  /// The angle in degrees.
  ///
  /// Minutes and seconds may be missing or exceed 59, because some writers put the whole fraction into the
  /// minutes. Trailing 0/0 means "not given" and counts as zero if the number before it is present.
  func angle(
    _ tag: ExifTag, upTo limit: Double, from file: inout FileWindow, remarks: inout [String]
  ) throws(RefusedValue) -> ExifAngle {
    guard let entry = gps[tag] else { throw RefusedValue(detail: "\(tag.name) is missing") }
    guard entry.isInside else {
      throw RefusedValue(detail: "\(tag.name) lies outside the Exif block")
    }
    if entry.type.isText {
      return try written(entry, tag, upTo: limit, from: &file, remarks: &remarks)
    }
    var parts: [3 of Double] = [0, 0, 0]
    let count = min(entry.count, 3)
    guard count > 0 else { throw RefusedValue(detail: "\(tag.name) is empty") }
    for index in 0..<count {
      if let number = entry.number(at: index, from: &file), number.isFinite {
        parts[index] = number
      } else if index > 0, isNotGiven(entry, from: index, to: count, &file) {
        remarks.append("\(tag.name) is \(entry.wording(from: &file)): 0/0 is read as missing")
        break
      } else {
        throw RefusedValue(detail: "\(tag.name) is \(entry.wording(from: &file))")
      }
    }
    // A sign applies to the whole value, even if only the first non-zero number has it.
    let isNegative = parts[0] < 0 || parts[1] < 0 || parts[2] < 0
    let degrees = abs(parts[0]) + (abs(parts[1]) + abs(parts[2]) / 60) / 60
    return ExifAngle(degrees: try within(limit, isNegative ? -degrees : degrees, tag))
  }

  /// Reads an angle that is a text instead of three fractions.
  private func written(
    _ entry: ExifEntry, _ tag: ExifTag, upTo limit: Double, from file: inout FileWindow,
    remarks: inout [String]
  ) throws(RefusedValue) -> ExifAngle {
    let wording = entry.wording(from: &file)
    guard let angle = entry.text(from: &file).flatMap({ WrittenAngle($0) }) else {
      throw RefusedValue(detail: "\(tag.name) is \(wording)")
    }
    let degrees = angle.isNegative ? -angle.degrees : angle.degrees
    let found = ExifAngle(degrees: try within(limit, degrees, tag), hemisphere: angle.hemisphere)
    let shown = shortest(found.degrees)
    remarks.append("\(tag.name) is the text \(wording) instead of fractions: read as \(shown)°")
    return found
  }

  private func within(
    _ limit: Double, _ degrees: Double, _ tag: ExifTag
  ) throws(RefusedValue) -> Double {
    guard abs(degrees) <= limit else {
      throw RefusedValue(detail: "\(tag.name) \(shortest(degrees))° is beyond ±\(Int(limit))°")
    }
    return degrees
  }

  /// Whether the numbers from `index` on are all 0/0 and those before suffice.
  ///
  /// Whole minutes are accurate to a mile. Whole degrees are only accurate to sixty, so they are not a position.
  private func isNotGiven(
    _ entry: ExifEntry, from index: Int, to count: Int, _ file: inout FileWindow
  ) -> Bool {
    for later in index..<count
    where entry.fraction(at: later, from: &file)?.isBlank != true { return false }
    guard index == 1 else { return true }
    return entry.number(at: 0, from: &file).map { $0 != $0.rounded() } ?? false
  }

  /// Applies the hemisphere to an angle.
  func signed(
    _ angle: ExifAngle, _ tag: ExifTag, _ reference: ExifTag, _ letters: String,
    _ file: inout FileWindow, _ remarks: inout [String]
  ) throws(RefusedValue) -> Double {
    let letter = try hemisphere(angle, tag, reference, letters, &file)
    if angle.degrees < 0 {
      remarks.append(
        "\(tag.name) is negative and has \(reference.name) \(letter): the sign is used")
      return angle.degrees
    }
    return letter == letters.last ? -angle.degrees : angle.degrees
  }

  /// The hemisphere of the reference tag, or of the text itself.
  private func hemisphere(
    _ angle: ExifAngle, _ tag: ExifTag, _ reference: ExifTag, _ letters: String,
    _ file: inout FileWindow
  ) throws(RefusedValue) -> Character {
    if let letter = angle.hemisphere, !letters.contains(letter) {
      throw RefusedValue(detail: "\(tag.name) has the hemisphere \(letter)")
    }
    guard let entry = gps[reference] else {
      if let letter = angle.hemisphere { return letter }
      throw RefusedValue(detail: "\(reference.name) is missing")
    }
    guard let letter = entry.text(from: &file)?.uppercased().first, letters.contains(letter) else {
      throw RefusedValue(detail: "\(reference.name) is \(entry.wording(from: &file))")
    }
    if let written = angle.hemisphere, written != letter {
      throw RefusedValue(
        detail: "\(tag.name) has the hemisphere \(written) and \(reference.name) is \(letter)")
    }
    return letter
  }
}
