extension Evidence {
  /// The evidence in one English sentence.
  public var sentence: String {
    switch self {
    case .mirrored(let kilometres, let correction, let corrected):
      "It is \(Wording.distance(kilometres)) from the photos before and after it, but \(correction.phrase) \(Wording.distance(corrected))."
    case .repeated(let hours, let hoursToNext, let kilometresToNext):
      "\(Self.repeats(hours)), and the next photo, \(Wording.duration(hoursToNext)) later, is \(Wording.distance(kilometresToNext)) away."
    case .stopped(let hours): "\(Self.repeats(hours)), and the GPS time stands still too."
    case .detour(let kilometres, let back, let hours):
      "It is \(Wording.distance(kilometres)) from the photo before and \(Wording.distance(back)) from the one after, which are \(Wording.duration(hours)) apart."
    case .offshore(let kilometres, let hours):
      "It is far out at sea, \(Wording.distance(kilometres)) from the photos \(Wording.duration(hours)) around it, which are at one place."
    case .alone(let kilometres):
      "It is far out at sea, \(Wording.distance(kilometres)) from the photos before and after it, and no other photo is near."
    case .unreachable(let kilometres, let hours):
      "It is \(Wording.distance(kilometres)) from a photo that was taken \(Wording.duration(hours)) before or after it."
    case .shifted(let hours):
      "The GPS time and the clock of the camera differ by \(Wording.duration(hours)) more than in the photos before and after it, so the position may be that of another time."
    case .impossible(let altitude):
      "Its altitude of \(Wording.level(altitude)) is neither on land nor in an aeroplane."
    case .different(let altitude, let others):
      "Its altitude is \(Wording.level(altitude)), that of the photos just before and after \(Wording.level(others))."
    case .underground(let altitude, let ground):
      "Its altitude is \(Wording.level(altitude)), and the ground there is \(Wording.level(ground)) high."
    case .contradicted(let kilometres, let toNearest):
      "The file itself has a position \(Wording.distance(kilometres)) away, \(Wording.distance(toNearest)) from the nearest photo of the day."
    case .corrected(let kilometres, let toNearest):
      "A file beside it has a position \(Wording.distance(kilometres)) away, \(Wording.distance(toNearest)) from the nearest photo of the day."
    case .rounded(let step, let kilometres):
      "Its latitude and longitude are whole \(step.plural), so it may be \(Wording.distance(kilometres)) away."
    case .apart(let companion, let kilometres, let hours):
      switch companion {
      case .camera:
        "Another camera of the same person was \(Wording.distance(kilometres)) away \(Wording.duration(hours)) before or after it."
      case .track:
        "A track that passes the photos before and after it was \(Wording.distance(kilometres)) away at that time."
      }
    }
  }

  private static func repeats(_ hours: Double) -> String {
    "It has the position of a photo \(Wording.duration(hours)) before it to the last digit"
  }
}

extension Evidence.Correction {
  fileprivate var phrase: String {
    switch self {
    case .longitude: "with the opposite sign of the longitude"
    case .latitude: "with the opposite sign of the latitude"
    case .both: "with the opposite signs"
    case .swapped: "with latitude and longitude exchanged"
    case .swappedSign: "with latitude and longitude exchanged and the opposite sign"
    }
  }
}

extension Evidence.Step {
  fileprivate var plural: String {
    switch self {
    case .degree: "degrees"
    case .half: "half degrees"
    case .tenth: "tenths of a degree"
    case .minute: "minutes of arc"
    case .hundredth: "hundredths of a degree"
    }
  }
}

/// Numbers as the sentences have them.
private enum Wording {
  static func distance(_ kilometres: Double) -> String {
    kilometres < 10
      ? "\((kilometres * 10).rounded() / 10) km" : grouped(Int(kilometres.rounded())) + " km"
  }

  static func level(_ altitude: Float) -> String { "\(grouped(Int(altitude.rounded()))) m" }

  static func duration(_ hours: Double) -> String {
    if hours * 3_600 < 90 { return counted(Int((hours * 3_600).rounded()), "second") }
    if hours * 60 < 90 { return counted(Int((hours * 60).rounded()), "minute") }
    return hours < 48
      ? counted(Int(hours.rounded()), "hour") : counted(Int((hours / 24).rounded()), "day")
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0, digits[index - 1] != "-" { text += "," }
      text.append(digit)
    }
    return text
  }
}
