extension Evidence {
  /// The kinds of evidence.
  public enum Finding: String, CaseIterable, Hashable, Sendable {
    case mirrored, repeated, stopped, detour, offshore, alone, unreachable, shifted, impossible,
      different, underground, contradicted, corrected, rounded, apart
  }

  /// The names of the values that evidence has.
  public enum Fact: String, CaseIterable, Hashable, Sendable {
    case metres, metresBack, metresCorrected, metresToNext, metresToNearest
    case seconds, secondsToNext, altitude, otherAltitude, ground
    case correction, step, of

    /// The words that it may have; nil if it is a whole number.
    public var words: [String]? {
      switch self {
      case .correction: Correction.allCases.map(\.rawValue)
      case .step: Step.allCases.map(\.rawValue)
      case .of: Companion.allCases.map(\.rawValue)
      default: nil
      }
    }
  }

  /// A value of evidence.
  public enum Value: Hashable, Sendable {
    case whole(Int)
    case word(String)
  }

  /// What kind of evidence it is.
  public var finding: Finding {
    switch self {
    case .mirrored: .mirrored
    case .repeated: .repeated
    case .stopped: .stopped
    case .detour: .detour
    case .offshore: .offshore
    case .alone: .alone
    case .unreachable: .unreachable
    case .shifted: .shifted
    case .impossible: .impossible
    case .different: .different
    case .underground: .underground
    case .contradicted: .contradicted
    case .corrected: .corrected
    case .rounded: .rounded
    case .apart: .apart
    }
  }

  /// Its values, for programs that write their own sentences.
  public var facts: [(name: Fact, value: Value)] {
    switch self {
    case .mirrored(let kilometres, let correction, let corrected):
      [
        (.metres, .metres(kilometres)), (.correction, .word(correction.rawValue)),
        (.metresCorrected, .metres(corrected)),
      ]
    case .repeated(let hours, let hoursToNext, let kilometresToNext):
      [
        (.seconds, .seconds(hours)), (.secondsToNext, .seconds(hoursToNext)),
        (.metresToNext, .metres(kilometresToNext)),
      ]
    case .stopped(let hours), .shifted(let hours): [(.seconds, .seconds(hours))]
    case .detour(let kilometres, let back, let hours):
      [
        (.metres, .metres(kilometres)), (.metresBack, .metres(back)), (.seconds, .seconds(hours)),
      ]
    case .offshore(let kilometres, let hours), .unreachable(let kilometres, let hours):
      [(.metres, .metres(kilometres)), (.seconds, .seconds(hours))]
    case .alone(let kilometres): [(.metres, .metres(kilometres))]
    case .impossible(let altitude): [(.altitude, .level(altitude))]
    case .different(let altitude, let others):
      [(.altitude, .level(altitude)), (.otherAltitude, .level(others))]
    case .underground(let altitude, let ground):
      [(.altitude, .level(altitude)), (.ground, .level(ground))]
    case .contradicted(let kilometres, let toNearest), .corrected(let kilometres, let toNearest):
      [(.metres, .metres(kilometres)), (.metresToNearest, .metres(toNearest))]
    case .rounded(let step, let kilometres):
      [(.step, .word(step.rawValue)), (.metres, .metres(kilometres))]
    case .apart(let companion, let kilometres, let hours):
      [
        (.of, .word(companion.rawValue)), (.metres, .metres(kilometres)),
        (.seconds, .seconds(hours)),
      ]
    }
  }
}

extension Evidence.Value {
  fileprivate static func metres(_ kilometres: Double) -> Self {
    .whole(Int((kilometres * 1_000).rounded()))
  }

  fileprivate static func seconds(_ hours: Double) -> Self {
    .whole(Int((hours * 3_600).rounded()))
  }

  fileprivate static func level(_ altitude: Float) -> Self { .whole(Int(altitude.rounded())) }
}
