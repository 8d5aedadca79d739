/// The names of the entries of an archive: safe to unpack on any system, and each only once.
///
/// Names that differ only in case, or in how accents are composed, count as the same, because on some file systems
/// they are.
public struct EntryNames: Sendable {
  private var files: Set<String> = []
  private var folders: Set<String> = []

  /// For each wanted name, the last number that was added to it.
  private var numbers: [String: Int] = [:]

  /// Makes an empty list of names.
  public init() {}

  /// Returns a name for a file with this path, and reserves it.
  ///
  /// A name that is taken gets a number before its ending: `IMG_1 (2).jpg`.
  public mutating func add(_ path: String) -> String {
    var parts = path.split(separator: "/").map { Self.safe(String($0)) }
    let file = parts.popLast() ?? "_"
    var parent = ""
    for part in parts {
      // A folder cannot have the name of a file.
      let name = Self.numbered(part, from: 1) { files.contains(Self.key(parent + $0)) }.name
      parent += name + "/"
      folders.insert(Self.key(parent.dropLast()))
    }
    let wanted = Self.key(parent + file)
    let (name, number) = Self.numbered(file, from: numbers[wanted] ?? 1) { name in
      let key = Self.key(parent + name)
      return files.contains(key) || folders.contains(key)
    }
    if number > 1 { numbers[wanted] = number }
    files.insert(Self.key(parent + name))
    return parent + name
  }

  /// The name, or the first one with a greater number that is not taken.
  private static func numbered(
    _ name: String, from first: Int, _ isTaken: (String) -> Bool
  ) -> (name: String, number: Int) {
    guard isTaken(name) else { return (name, 1) }
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    var number = first
    while true {
      number += 1
      let next = "\(name[..<dot]) (\(number))\(name[dot...])"
      if !isTaken(next) { return (next, number) }
    }
  }

  private static func key(_ name: some StringProtocol) -> String { name.lowercased() }

  // MARK: Safe names

  /// The name without what some system does not allow, or takes for something else.
  static func safe(_ name: String) -> String {
    var text = String(String.UnicodeScalarView(name.unicodeScalars.map(safe)))
    // Windows drops dots and blanks at the end, and `..` leads upwards.
    if let last = text.last, last == "." || last == " " {
      text = text.dropLast() + "_"
    }
    let stem = text.prefix { $0 != "." }.uppercased()
    return reserved.contains(stem) ? "_" + text : text
  }

  private static func safe(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    // A mark of direction can disguise an ending.
    let isRefused =
      scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
      || forbidden.contains(scalar)
    return isRefused ? "_" : scalar
  }

  private static let forbidden: Set<Unicode.Scalar> = ["\\", ":", "*", "?", "\"", "<", ">", "|"]

  /// The names of devices of Windows, with any ending.
  private static let reserved: Set<String> = [
    "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$",
    "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9",
    "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
  ]
}
