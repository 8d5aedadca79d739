/// The value of a property, independent of the format.
public enum PropertyValue: Hashable, Sendable {
  /// A text from the file, with any characters.
  case text(String)

  /// A text of plain ASCII characters, which needs no escaping in any format.
  case word(String)

  /// A path or a part of one, which need not be UTF-8.
  case path(FilePath)

  /// An integer.
  case integer(Int64)

  /// A number.
  case number(Double)

  /// An instant in milliseconds since 1970-01-01T00:00:00Z, with the offset from UTC if known.
  case moment(Int64, offsetMinutes: Int?)

  /// A local time without an offset, in milliseconds since 1970-01-01T00:00:00.
  case clock(Int64)

  /// Texts, each of them once; a list without texts is unknown.
  case list([String])

  /// True or false.
  case truth(Bool)
}

extension PropertyValue {
  /// A list in which each text is once; nil if there is none.
  public init?(_ texts: [String]) {
    var once: [String] = []
    if texts.count <= 16 {
      // Without the cost of a set, which most photos need not pay.
      for text in texts where !text.isEmpty && !once.contains(text) { once.append(text) }
    } else {
      var seen: Set<String> = []
      once = texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
    guard !once.isEmpty else { return nil }
    self = .list(once)
  }

  /// The text; nil for other kinds.
  public var text: String? {
    switch self {
    case .text(let text), .word(let text): text
    case .path(let path): path.text
    case .integer, .number, .moment, .clock, .list, .truth: nil
    }
  }

  /// The texts of a list; nil for other kinds.
  public var list: [String]? { if case .list(let texts) = self { texts } else { nil } }

  /// The truth value; nil for other kinds.
  public var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }

  /// The path; nil for other kinds.
  public var path: FilePath? { if case .path(let path) = self { path } else { nil } }

  /// The integer; nil for other kinds.
  public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

  /// The number; nil for other kinds.
  public var number: Double? {
    switch self {
    case .number(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }

  /// The local time; nil for other kinds.
  var clock: Int64? {
    switch self {
    case .clock(let local): local
    case .moment(let instant, let offset):
      instant + Int64(offset ?? 0) * CaptureTime.millisecondsPerMinute
    default: nil
    }
  }
}

/// The values of the properties of one photo, collected one by one.
///
/// Reused for the next photo: former values stay in memory, because they are often the same.
public struct PropertyValues: Sendable {
  /// By the positions of their properties in `PhotoProperty.ofFeatures`; valid only for known properties.
  private var values = [PropertyValue](repeating: .word(""), count: slots.count)

  /// One bit per property that is known.
  private var known: UInt64 = 0

  /// A setter in a struct is called without the thunk of a function in an array.
  private struct Slot { let set: PhotoProperty.Setter }

  private static let slots = PhotoProperty.ofFeatures.map { Slot(set: $0.set) }

  /// No values, without the memory for any.
  package static let none = PropertyValues()

  /// Makes an empty set of values.
  public init() {}

  /// The value of a property; nil if it is unknown.
  public subscript(_ property: PhotoProperty) -> PropertyValue? {
    get { property.position.flatMap { self[at: $0] } }
    set { if let position = property.position { self[at: position] = newValue } }
  }

  /// The value at a position of `PhotoProperty.ofFeatures`, which is faster.
  package subscript(at position: Int) -> PropertyValue? {
    get { known >> UInt64(position) & 1 != 0 ? values[position] : nil }
    set {
      guard let newValue else { return known &= ~(1 << UInt64(position)) }
      values[position] = newValue
      restore(at: position)
    }
  }

  /// Marks the property at a position as known, with its value of the previous photo.
  package mutating func restore(at position: Int) { known |= 1 << UInt64(position) }

  /// Marks all properties as unknown.
  package mutating func forget() { known = 0 }

  /// Applies the known values to facts.
  ///
  /// The place must be set before, because altitude, direction, accuracy and source belong to it.
  public func apply(to file: inout FileFacts, _ facts: inout PhotoFacts) {
    let slots = Self.slots
    var rest = known
    while rest != 0 {
      let position = rest.trailingZeroBitCount
      slots[position].set(&file, &facts, values[position], self)
      rest &= rest - 1
    }
  }
}
