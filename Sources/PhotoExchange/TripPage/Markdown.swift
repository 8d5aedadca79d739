/// A text in a small part of Markdown as HTML: headings, paragraphs, lists, quotations, emphasis, code and links.
///
/// Markup in the text is shown as it is written. Links lead to `http` and `https` addresses only. A line break stays one.
struct Markdown {
  private let lines: [Substring]

  /// The HTML of a text.
  static func html(_ text: String) -> String {
    var page = XMLWriter()
    Markdown(text).write(to: &page)
    return String(decoding: page.bytes, as: UTF8.self)
  }

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Writes the text as blocks; headings are below those of the page.
  func write(to page: inout XMLWriter) {
    var rest = lines[...]
    while let line = rest.first {
      let kind = Block(line)
      guard kind != .blank else {
        rest.removeFirst()
        continue
      }
      let block = kind.isOneLine ? rest.prefix(1) : rest.prefix { Block($0) == kind }
      rest = rest.dropFirst(block.count)
      kind.write(block.map { kind.content(of: $0) }, to: &page)
    }
  }

  private enum Block: Equatable {
    case blank, heading, bullets, numbers, quotation, paragraph

    init(_ line: Substring) {
      let text = line.drop { $0 == " " }
      if text.isEmpty {
        self = .blank
      } else if text.prefix(while: { $0 == "#" }).count <= 6, text.first == "#",
        text.drop(while: { $0 == "#" }).first == " "
      {
        self = .heading
      } else if ["- ", "* ", "+ "].contains(text.prefix(2)) {
        self = .bullets
      } else if Self.numberLength(text) > 0 {
        self = .numbers
      } else {
        self = text.first == ">" ? .quotation : .paragraph
      }
    }

    var isOneLine: Bool { self == .heading }

    /// The length of `1. ` at the start; 0 if there is none.
    private static func numberLength(_ text: Substring) -> Int {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      return !digits.isEmpty && digits.count < 10 && text.dropFirst(digits.count).hasPrefix(". ")
        ? digits.count + 2 : 0
    }

    /// A line without what makes it one of the block.
    func content(of line: Substring) -> Substring {
      let text = line.drop { $0 == " " }
      switch self {
      case .heading: return text.drop { $0 == "#" }.drop { $0 == " " }
      case .bullets: return text.dropFirst(2)
      case .numbers: return text.dropFirst(Self.numberLength(text))
      case .quotation: return text.dropFirst().drop { $0 == " " }
      case .blank, .paragraph: return text
      }
    }

    func write(_ lines: [Substring], to page: inout XMLWriter) {
      switch self {
      case .blank: break
      case .heading: Self.element("h3", lines, "<br>", to: &page)
      case .paragraph: Self.element("p", lines, "<br>", to: &page)
      case .quotation: Self.element("blockquote", lines, "<br>", to: &page)
      case .bullets: Self.list("ul", lines, to: &page)
      case .numbers: Self.list("ol", lines, to: &page)
      }
    }

    private static func list(_ name: StaticString, _ lines: [Substring], to page: inout XMLWriter) {
      page.raw("<")
      page.raw(name)
      page.raw(">")
      for line in lines { element("li", [line], "", to: &page) }
      page.raw("</")
      page.raw(name)
      page.raw(">\n")
    }

    private static func element(
      _ name: StaticString, _ lines: [Substring], _ separator: StaticString,
      to page: inout XMLWriter
    ) {
      page.raw("<")
      page.raw(name)
      page.raw(">")
      for (number, line) in lines.enumerated() {
        if number > 0 { page.raw(separator) }
        var spans = Spans(line)
        spans.write(to: &page)
      }
      page.raw("</")
      page.raw(name)
      page.raw(">\n")
    }
  }

  /// Emphasis, code and links within a line.
  private struct Spans {
    /// Longer links are shown as they are written, so that a hostile line takes no quadratic time.
    private static let longestLink = 400

    private var rest: Substring
    private var plain = ""

    /// The marks that do not occur in the rest.
    private var missing: Set<String> = []

    init(_ line: Substring) { rest = line }

    mutating func write(to page: inout XMLWriter) {
      while let character = rest.first {
        if character == "\\", let next = rest.dropFirst().first, "\\`*_[]#>-+.!".contains(next) {
          plain.append(next)
          rest = rest.dropFirst(2)
        } else if !wasWritten(to: &page) {
          plain.append(character)
          rest.removeFirst()
        }
      }
      flush(to: &page)
    }

    /// Writes what begins here; false if nothing does.
    private mutating func wasWritten(to page: inout XMLWriter) -> Bool {
      wasWritten("`", "code", isNested: false, to: &page)
        || wasWritten("**", "strong", isNested: true, to: &page)
        || wasWritten("*", "em", isNested: true, to: &page)
        || wasWritten("_", "em", isNested: true, to: &page) || wasWrittenAsLink(to: &page)
    }

    private mutating func wasWritten(
      _ mark: String, _ name: StaticString, isNested: Bool, to page: inout XMLWriter
    ) -> Bool {
      guard rest.hasPrefix(mark), !missing.contains(mark) else { return false }
      let inside = rest.dropFirst(mark.count)
      // An underscore within a word, as in names of files, is none.
      guard inside.first?.isWhitespace == false, mark != "_" || plain.last?.isLetter != true else {
        return false
      }
      guard let end = inside.firstRange(of: mark) else {
        missing.insert(mark)
        return false
      }
      guard inside[..<end.lowerBound].last?.isWhitespace == false else { return false }
      flush(to: &page)
      page.raw("<")
      page.raw(name)
      page.raw(">")
      if isNested {
        var spans = Spans(inside[..<end.lowerBound])
        spans.write(to: &page)
      } else {
        page.text(String(inside[..<end.lowerBound]))
      }
      page.raw("</")
      page.raw(name)
      page.raw(">")
      rest = inside[end.upperBound...]
      return true
    }

    /// `[text](https://…)`.
    private mutating func wasWrittenAsLink(to page: inout XMLWriter) -> Bool {
      guard rest.first == "[" else { return false }
      let near = rest.prefix(Self.longestLink)
      guard let middle = near.firstRange(of: "]("),
        let end = near[middle.upperBound...].firstIndex(of: ")")
      else { return false }
      let (text, address) = (near.dropFirst()[..<middle.lowerBound], near[middle.upperBound..<end])
      guard !text.isEmpty, address.hasPrefix("https://") || address.hasPrefix("http://"),
        !address.contains(where: \.isWhitespace)
      else { return false }
      flush(to: &page)
      page.raw("<a rel=\"noopener noreferrer\" href=\"")
      page.text(String(address))
      page.raw("\">")
      page.text(String(text))
      page.raw("</a>")
      rest = rest[rest.index(after: end)...]
      return true
    }

    private mutating func flush(to page: inout XMLWriter) {
      page.text(plain)
      plain = ""
    }
  }
}
