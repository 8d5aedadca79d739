extension FilterText {
  /// A text as it stands in a filter.
  package static func literal(_ text: String) -> String {
    "'" + text.replacingScalars { $0 == "\\" ? "\\\\" : $0 == "'" ? "''" : nil } + "'"
  }

  /// The pattern of LIKE that only this text matches.
  package static func pattern(_ text: String) -> String {
    text.replacingScalars { "\\%_".unicodeScalars.contains($0) ? "\\\($0)" : nil }
  }
}

extension String {
  /// The same text with something else in place of some of its scalars.
  ///
  /// Not of its characters: a sign with an accent upon it is still that sign to who reads a pattern.
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
