/// Parses the text encoding of OGC's Common Query Language (CQL2).
///
/// Supports `AND`, `OR`, `NOT`, comparisons of a property with a value, `IS NULL`, `LIKE`, `BETWEEN`, `IN`,
/// `S_INTERSECTS` with points, boxes and polygons, `S_DWITHIN` with lines, and the temporal functions on `takenAt`. Nesting, the number
/// of comparisons and the length are limited.
public enum FilterText {
  /// The condition of a text; throws a `QueryError` that says what was expected at which character.
  public static func condition(_ text: String) throws -> PhotoCondition {
    do {
      var scanner = try FilterScanner(text)
      var parser = FilterParser(try scanner.tokens())
      return try parser.wholeCondition()
    } catch let error as FilterTextError {
      throw QueryError("filter", text, "is wrong at character \(error.position): \(error.problem)")
    }
  }
}
