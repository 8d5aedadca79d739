/// Parses the text encoding of OGC's Common Query Language (CQL2).
///
/// Supports `AND`, `OR`, `NOT`, comparisons of a property with a value, `IS NULL`, `LIKE`, `BETWEEN`, `IN`,
/// `S_INTERSECTS` with geometries and boxes, `S_DWITHIN` with lines, and the temporal functions on `takenAt`. Nesting, the number
/// of comparisons and the length are limited.
public enum FilterText {
  /// The condition of a text; throws a `QueryError` that says what was expected at which character.
  public static func condition(_ text: String, in vocabulary: FilterVocabulary = .features) throws
    -> PhotoCondition
  {
    do {
      var scanner = try FilterScanner(text)
      var parser = FilterParser(try scanner.tokens(), vocabulary)
      return try parser.wholeCondition()
    } catch let error as FilterTextError {
      throw QueryError("filter", text, "is wrong at character \(error.position): \(error.problem)")
    }
  }
}
