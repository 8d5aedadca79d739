/// A word, value or sign of a filter's text.
struct FilterToken: Hashable {
  enum Kind: Hashable {
    /// A bare word: a property, a function or a keyword.
    case word(String)
    /// A property in quotation marks.
    case quoted(String)
    case text(String)
    case integer(Int64)
    case number(Double)
    /// A bracket, a comma or a comparison.
    case sign(String)
    case end
  }

  var kind: Kind

  /// Where it begins, counted in characters from 1.
  var position: Int

  /// The token as an error names it.
  var description: String {
    switch kind {
    case .word(let word): "\"\(word)\""
    case .quoted(let name): "the property \"\(name)\""
    case .text(let text): "'\(text.prefix(60))'"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .sign(let sign): "\"\(sign)\""
    case .end: "the end"
    }
  }
}

/// What is wrong with a filter, and where.
struct FilterTextError: Error, Hashable {
  var position: Int
  var problem: String
}
