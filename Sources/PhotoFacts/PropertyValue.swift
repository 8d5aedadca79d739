/// The value of a property of a photo, in the form from which every format writes it.
public enum PropertyValue: Hashable, Sendable {
  /// A text as the file has it, which may contain anything.
  case text(String)

  /// A text of plain ASCII characters, which no format has to escape.
  case word(String)

  /// A path or a part of one, which need not be UTF-8.
  case path(FilePath)

  /// A whole number.
  case integer(Int64)

  /// A number.
  case number(Double)

  /// Milliseconds since 1970-01-01T00:00:00Z, and how far the clock of the photo was ahead of UTC,
  /// where that is known.
  case moment(Int64, offsetMinutes: Int?)

  /// What a clock showed of which no offset is known: milliseconds since 1970-01-01T00:00:00.
  case clock(Int64)
}

extension PropertyValue {
  /// The text; nil if it is no text.
  public var text: String? {
    switch self {
    case .text(let text), .word(let text): text
    case .path(let path): path.text
    case .integer, .number, .moment, .clock: nil
    }
  }

  /// The path; nil if it is no path.
  public var path: FilePath? { if case .path(let path) = self { path } else { nil } }

  /// The whole number; nil if it is none.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The number; nil if it is none.
  public var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  /// What the clock of the photo showed; nil if it is no time.
  var clock: Int64? {
    switch self {
    case .clock(let local): local
    case .moment(let instant, let offset):
      instant + Int64(offset ?? 0) * CaptureTime.millisecondsPerMinute
    default: nil
    }
  }
}

/// The values of the properties of one photo, as they are read one by one.
///
/// Made to be used again for the next photo: what was there stays in memory, as it is often the same.
public struct PropertyValues: Sendable {
  /// By the positions of their properties in `PhotoProperty.ofFeatures`; only those of the known
  /// properties mean anything.
  private var values = [PropertyValue](repeating: .word(""), count: setters.count)

  /// A bit for each property that is known.
  private var known: UInt64 = 0

  private static let setters = PhotoProperty.ofFeatures.map(\.set)
  static let none = PropertyValues()

  /// Makes a set of values of which none is known yet.
  public init() {}

  /// The value of a property; nil where it is not known.
  public subscript(_ property: PhotoProperty) -> PropertyValue? {
    get { property.position.flatMap { self[at: $0] } }
    set { if let position = property.position { self[at: position] = newValue } }
  }

  /// The value of the property at a position of `PhotoProperty.ofFeatures`, which takes less time.
  package subscript(at position: Int) -> PropertyValue? {
    get { known >> UInt64(position) & 1 != 0 ? values[position] : nil }
    set {
      guard let newValue else { return known &= ~(1 << UInt64(position)) }
      values[position] = newValue
      restore(at: position)
    }
  }

  /// Takes the property at a position for known again, with the value it had for the photo before.
  package mutating func restore(at position: Int) { known |= 1 << UInt64(position) }

  /// Makes all properties unknown.
  package mutating func forget() { known = 0 }

  /// Puts the known values into facts, whose place is to be there already: altitude, direction,
  /// accuracy and source belong to a place.
  public func apply(to file: inout FileFacts, _ facts: inout PhotoFacts) {
    let setters = Self.setters
    var rest = known
    while rest != 0 {
      let position = rest.trailingZeroBitCount
      setters[position](&file, &facts, values[position], self)
      rest &= rest - 1
    }
  }
}
