internal import PhotoIndex

extension PhotoRecord {
  /// How many bytes its file has; nil for an imported record that did not say, since no photo has none.
  var knownSize: Int64? { size > 0 ? size : nil }
}
