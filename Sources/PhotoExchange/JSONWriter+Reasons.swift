public import JSON
public import PhotoFacts

/// The number of unlocated files by reason, including zeros.
extension [UnlocatedReason: Int]: AnswerValue {
  /// What it may be.
  public static let schema = JSONValue.describing(
    UnlocatedReason.allCases.map { JSONValue.Member(name: $0.name, value: .count) })

  /// Writes it.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      for reason in UnlocatedReason.allCases {
        json.name(reason.name)
        json.value(self[reason, default: 0])
      }
    }
  }
}
