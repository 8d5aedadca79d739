/// Reads the text form of OGC's Common Query Language (CQL2) as a condition on photos.
///
/// What is read: `AND`, `OR`, `NOT`, comparisons of a property with a value, `IS NULL`, `LIKE`,
/// `BETWEEN`, `IN`, `S_INTERSECTS` with points, boxes and polygons, and the temporal functions on
/// `takenAt`. The depth of brackets, the number of questions and the length are bounded.
public enum FilterText {
  /// The condition of a text, or a `QueryError` that says what was expected where.
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
