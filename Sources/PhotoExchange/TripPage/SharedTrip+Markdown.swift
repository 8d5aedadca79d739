internal import Journeys

extension SharedTrip {
  /// The trip as a text in Markdown, with the pictures beside it; they lead to the files with these names, by number.
  public func markdown(originals: [Int64: String] = [:]) -> [UInt8] {
    var text = "# \(Self.line(name ?? "Photos"))\n"
    if let about = self.text { text += "\n\(about)\n" }
    for day in days {
      text += "\n## \(day.date)"
      if !day.places.isEmpty { text += " · " + Self.line(day.places.joined(separator: ", ")) }
      text += "\n"
      for part in day.texts { text += "\n\(part)\n" }
      for picture in day.pictures {
        let words = [picture.time, picture.title].compactMap { $0 }.joined(separator: " ")
        let shown = "![\(Self.line(words))](pictures/\(picture.number).jpg)"
        text += originals[picture.number].map { "\n[\(shown)](\($0))\n" } ?? "\n\(shown)\n"
        if let caption = picture.caption { text += "\n\(Self.line(caption))\n" }
      }
    }
    return Array(text.utf8)
  }

  /// A text on one line, without what Markdown would read in it.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ").reduce(into: "") {
      if "\\`*_[]<>#".contains($1) { $0.append("\\") }
      $0.append($1)
    }
  }
}
