extension ClockReading {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads a date as e-mail and the PNG standard write it: `Tue, 9 Jun 2009 13:49:22 +0200`.
  init?(letter text: String) {
    var words = text.split { $0 == " " || $0 == "," }.map { $0.lowercased() }
    if words.first.flatMap({ Int($0) }) == nil, !words.isEmpty { words.removeFirst() }
    guard words.count >= 4, let day = Int(words[0]), (1...31).contains(day),
      let month = Self.months.firstIndex(of: String(words[1].prefix(3))), words[2].count == 4
    else { return nil }
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let zone = words.count > 4 ? words[4] : ""
    let offset = ["gmt", "ut", "utc"].contains(zone) ? "Z" : zone
    self.init("\(words[2]):\(two(month + 1)):\(two(day)) \(words[3])\(offset)")
  }
}
