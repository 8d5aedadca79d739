/// A token of a filter.
struct FilterToken: Hashable {
  enum Kind: Hashable {
    /// A bare word: a property, a function or a keyword.
    case word(String)
    /// A quoted property name.
    case quoted(String)
    case text(String)
    case integer(Int64)
    case number(Double)
    /// A bracket, a comma or a comparison operator.
    case sign(String)
    case end
  }

  var kind: Kind

  /// The position of its first character, from 1.
  var position: Int

  /// The token for an error message.
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

/// An error in a filter, with its position.
struct FilterTextError: Error, Hashable {
  var position: Int
  var problem: String
}
