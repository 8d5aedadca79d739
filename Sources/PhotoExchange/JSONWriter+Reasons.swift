public import PhotoFacts

extension JSONWriter {
  /// Writes how many files are not on the map for each reason; every reason is there.
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
