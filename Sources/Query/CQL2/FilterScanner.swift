/// Splits a filter into tokens.
struct FilterScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  /// The length limit in characters: what fits into a request target (`Limits.target`) if nothing is encoded.
  static let maximumLength = 8_000

  init(_ text: String) throws {
    scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.maximumLength else {
      throw FilterTextError(
        position: Self.maximumLength + 1,
        problem: "the text is longer than \(Self.maximumLength) characters")
    }
  }

  /// All tokens, with an end token.
  mutating func tokens() throws -> [FilterToken] {
    var tokens: [FilterToken] = []
    repeat { tokens.append(try next()) } while tokens.last?.kind != .end
    return tokens
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private var following: Unicode.Scalar? {
    index + 1 < scalars.count ? scalars[index + 1] : nil
  }

  private mutating func next() throws -> FilterToken {
    while let scalar = current, scalar.properties.isWhitespace { index += 1 }
    let position = index + 1
    guard let scalar = current else { return FilterToken(kind: .end, position: position) }
    let kind: FilterToken.Kind =
      switch scalar {
      case "'": .text(try quoted(by: "'"))
      case "\"": .quoted(try quoted(by: "\""))
      case "(", ")", ",", "=": take(1)
      case "<": take(following == ">" || following == "=" ? 2 : 1)
      case ">": take(following == "=" ? 2 : 1)
      case "0"..."9", "+", "-", ".": try number()
      case _ where Self.beginsWord(scalar): .word(word())
      case "!": throw failure(position, "\"not equal\" is written <>")
      default: throw failure(position, "\"\(scalar)\" is not part of CQL2")
      }
    return FilterToken(kind: kind, position: position)
  }

  private mutating func take(_ count: Int) -> FilterToken.Kind {
    defer { index += count }
    return .sign(Self.text(scalars[index..<index + count]))
  }

  private mutating func word() -> String {
    let start = index
    while let scalar = current, Self.continuesWord(scalar) { index += 1 }
    return Self.text(scalars[start..<index])
  }

  /// Parses quoted text; the quotation mark itself is written twice.
  ///
  /// In a text a backslash begins an escape sequence. Before any other character it is literal, as `LIKE` needs it.
  private mutating func quoted(by mark: Unicode.Scalar) throws -> String {
    let start = index
    var text = String.UnicodeScalarView()
    index += 1
    while let scalar = current {
      index += 1
      if scalar == mark {
        guard current == mark else { return String(text) }
        index += 1
        text.append(mark)
      } else if scalar == "\\", mark == "'", let meant = current.flatMap({ Self.escapes[$0] }) {
        index += 1
        text.append(meant)
      } else {
        text.append(scalar)
      }
    }
    throw failure(start + 1, "the text that begins here has no closing \(mark)")
  }

  /// The escape sequences of CQL2 for control characters.
  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "'": "'", "\\": "\\", "a": "\u{07}", "b": "\u{08}", "t": "\t", "n": "\n", "v": "\u{0B}",
    "f": "\u{0C}", "r": "\r",
  ]

  private mutating func number() throws -> FilterToken.Kind {
    let start = index
    let allowed = "0123456789.eE"
    index += 1
    while let scalar = current {
      let isExponentSign =
        (scalar == "-" || scalar == "+") && (scalars[index - 1] == "e" || scalars[index - 1] == "E")
      guard allowed.unicodeScalars.contains(scalar) || isExponentSign else { break }
      index += 1
    }
    let text = Self.text(scalars[start..<index])
    if let whole = Int64(text) { return .integer(whole) }
    guard let number = Double(text), number.isFinite, text.last != "." else {
      throw failure(start + 1, "\"\(text.prefix(60))\" is not a number")
    }
    return .number(number)
  }

  private func failure(_ position: Int, _ problem: String) -> FilterTextError {
    FilterTextError(position: position, problem: problem)
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static func beginsWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_" || scalar == ":"
  }

  private static func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
    beginsWord(scalar) || ("0"..."9").contains(scalar) || scalar == "."
  }
}
