extension Array where Element: Comparable {
  /// The index of the first element of a sorted array that is not less than a value.
  func firstIndex(atLeast value: Element) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array {
  /// The index of the first element that fulfils a condition which all later ones fulfil too.
  package func partitioningIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
