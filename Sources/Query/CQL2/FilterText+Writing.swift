extension FilterText {
  /// A text as a CQL2 literal.
  package static func literal(_ text: String) -> String {
    "'" + text.replacingScalars { $0 == "\\" ? "\\\\" : $0 == "'" ? "''" : nil } + "'"
  }

  /// The pattern for LIKE that matches only this text.
  package static func pattern(_ text: String) -> String {
    text.replacingScalars { "\\%_".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }
}

extension String {
  /// The text with some scalars replaced.
  ///
  /// Works on scalars, not characters: a sign with a combining accent still is that sign in a pattern.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        text += other
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
