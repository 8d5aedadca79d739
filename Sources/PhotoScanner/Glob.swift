/// A pattern for names and paths, as in `.gitignore`.
///
/// A pattern without a slash is matched with the file name, a pattern with one with the path below the
/// scanned folder.
///
/// `*` matches any characters except a slash, `**` any characters, `**/` any number of directories, `?` one
/// character except a slash, and `[a-z]`, `[!a-z]` one character of a set. A backslash makes the next
/// character literal. The file extension is compared case-insensitively, so `*.jpg` matches `A.JPG`.
public struct Glob: Hashable, Sendable {
  /// The pattern as given; file names, and so patterns, need not be UTF-8.
  public let bytes: [UInt8]

  private let tokens: [Token]
  private let isForPaths: Bool

  /// Reads a pattern.
  public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  /// Reads a pattern.
  public init(bytes pattern: [UInt8]) {
    bytes = pattern
    var bytes = pattern
    isForPaths = bytes.contains(slash)
    if bytes.first == slash { bytes.removeFirst() }
    if bytes.last == slash { bytes.removeLast() }
    tokens = Token.read(Glob.foldingExtension(bytes))
  }

  /// Whether the pattern matches a file or directory, given by its path below the scanned folder.
  public func matches(_ path: [UInt8]) -> Bool {
    let subject =
      isForPaths ? path[...] : path[(path.lastIndex(of: slash).map { $0 + 1 } ?? 0)...]
    return Self.fits(tokens[...], Glob.foldingExtension(Array(subject))[...])
  }

  private static func foldingExtension(_ bytes: [UInt8]) -> [UInt8] {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), !bytes[dot...].contains(slash) else {
      return bytes
    }
    return bytes[..<dot] + bytes[dot...].map { (65...90).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Matches by backtracking to the last star of each kind only.
  ///
  /// Takes time proportional to the product of both lengths at most.
  private static func fits(_ pattern: ArraySlice<Token>, _ text: ArraySlice<UInt8>) -> Bool {
    var (p, t) = (pattern.startIndex, text.startIndex)
    var star: (p: Int, t: Int)?
    var path: (p: Int, t: Int)?
    while true {
      if p < pattern.endIndex, pattern[p] == .doubleStar || pattern[p] == .directories {
        path = (p, t)
        star = nil
        p += 1
      } else if p < pattern.endIndex, pattern[p] == .star {
        star = (p, t)
        p += 1
      } else if p < pattern.endIndex, t < text.endIndex, pattern[p].accepts(text[t]) {
        p += 1
        t += 1
      } else if p == pattern.endIndex, t == text.endIndex {
        return true
      } else if let last = star, last.t < text.endIndex, text[last.t] != slash {
        star = (last.p, last.t + 1)
        (p, t) = (last.p + 1, last.t + 1)
      } else if let last = path, let next = continuation(of: pattern[last.p], text[last.t...]) {
        path = (last.p, next)
        star = nil
        (p, t) = (last.p + 1, next)
      } else {
        return false
      }
    }
  }

  /// Where the text continues if `**` takes one more byte, or `**/` one more directory; nil at the end.
  private static func continuation(of token: Token, _ text: ArraySlice<UInt8>) -> Int? {
    let end = token == .doubleStar ? text.indices.first : text.firstIndex(of: slash)
    return end.map { $0 + 1 }
  }
}

private let slash = UInt8(ascii: "/")

/// One element of a pattern.
private enum Token: Hashable, Sendable {
  case byte(UInt8)
  case question
  case star
  case doubleStar
  case directories
  case set(Set<UInt8>, isNegated: Bool)

  func accepts(_ byte: UInt8) -> Bool {
    switch self {
    case .byte(let own): own == byte
    case .question: byte != slash
    case .set(let bytes, let isNegated): byte != slash && bytes.contains(byte) != isNegated
    case .star, .doubleStar, .directories: false
    }
  }

  static func read(_ pattern: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var rest = pattern[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "?"):
        tokens.append(.question)
      case UInt8(ascii: "*"):
        guard rest.first == UInt8(ascii: "*") else {
          tokens.append(.star)
          continue
        }
        rest.removeFirst()
        guard rest.first == slash else {
          tokens.append(.doubleStar)
          continue
        }
        // `a/**/b` also matches `a/b`: the slash after the stars is part of them.
        rest.removeFirst()
        tokens.append(tokens.isEmpty || tokens.last == .byte(slash) ? .directories : .doubleStar)
      case UInt8(ascii: "\\"):
        tokens.append(.byte(rest.popFirst() ?? byte))
      case UInt8(ascii: "["):
        tokens.append(readSet(&rest) ?? .byte(byte))
      default:
        tokens.append(.byte(byte))
      }
    }
    return tokens
  }

  /// Reads `a-z]` or `!abc]`; returns nil and consumes nothing if the bracket is not closed.
  private static func readSet(_ rest: inout ArraySlice<UInt8>) -> Token? {
    guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")) else { return nil }
    var inside = rest[rest.startIndex..<end]
    let isNegated = inside.first == UInt8(ascii: "!") || inside.first == UInt8(ascii: "^")
    if isNegated { inside.removeFirst() }
    var bytes: Set<UInt8> = []
    while let first = inside.popFirst() {
      if inside.first == UInt8(ascii: "-"), let last = inside.dropFirst().first, last >= first {
        bytes.formUnion(first...last)
        inside.removeFirst(2)
      } else {
        bytes.insert(first)
      }
    }
    rest = rest[(end + 1)...]
    return .set(bytes, isNegated: isNegated)
  }
}
