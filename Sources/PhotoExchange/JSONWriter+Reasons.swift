public import PhotoFacts

extension JSONWriter {
  /// Writes the number of unlocated files by reason, including zeros.
  public mutating func member(_ name: StaticString, _ counts: [UnlocatedReason: Int]) {
    self.name(name)
    object { json in
      for reason in UnlocatedReason.allCases {
        json.name(reason.name)
        json.value(counts[reason, default: 0])
      }
    }
  }
}
