internal import JSON
/// Splits a FeatureCollection into its features, regardless of line breaks.
///
/// A document that is a single feature is one record.
struct CollectionFraming: Framing {
  private enum Stage {
    /// Before the document.
    case before
    /// Among its members.
    case members
    /// Between two features.
    case features
    /// In a feature.
    case feature
    /// After the document.
    case after
  }

  private var stage = Stage.before

  /// The number of open brackets: of the document, or of a feature.
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  /// The start of the last string among the members, which may be a name.
  private var text: [UInt8] = []
  private var hasFeatures = false
  private static let featuresName = Array("features".utf8)

  mutating func look(
    _ bytes: [UInt8], _ scan: inout Scan, isAtEnd: Bool
  ) throws(InputProblem) -> FramingStep {
    while scan.position < bytes.count {
      // Half of a feature is strings, in which only the closing quotation mark matters.
      if isInText, stage == .feature, !isEscaped {
        let (start, end) = (scan.position, bytes.count)
        scan.position = unsafe bytes.withUnsafeBytes {
          unsafe JSONReader.endOfLetters($0, from: start, to: end).position
        }
        guard scan.position < bytes.count else { break }
      }
      let byte = bytes[scan.position]
      scan.position += 1
      if isInText {
        passText(byte)
        continue
      }
      switch stage {
      case .before:
        if Self.isSpace(byte) || byte == 0x1E { continue }
        guard byte == UInt8(ascii: "{") else { throw InputProblem("it is not a JSON object") }
        (stage, depth) = (.members, 1)
        scan.start = scan.position - 1
      case .members:
        if try passMember(byte, &scan) { return .record(scan.start..<scan.position) }
      case .features: try passBetween(byte, &scan)
      case .feature:
        if passFeature(byte, &scan) { return .record(scan.start..<scan.position) }
      case .after:
        guard Self.isSpace(byte) else { throw InputProblem("something follows the collection") }
        scan.start = scan.position
      }
    }
    guard isAtEnd else { return .more }
    guard stage == .after else { throw InputProblem("the document is incomplete") }
    return .end
  }

  private mutating func passText(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInText = false
      return
    }
    if stage == .members, text.count <= Self.featuresName.count { text.append(byte) }
  }

  /// Skips members other than the features; returns true at the end of a document without features.
  private mutating func passMember(_ byte: UInt8, _ scan: inout Scan) throws(InputProblem) -> Bool {
    switch byte {
    case UInt8(ascii: "\""):
      isInText = true
      text.removeAll(keepingCapacity: true)
    case UInt8(ascii: "["):
      if depth == 1, text == Self.featuresName {
        (stage, hasFeatures) = (.features, true)
        scan.start = scan.position
        scan.isTooLong = false
      } else {
        depth += 1
      }
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      guard depth == 0 else { break }
      stage = .after
      if !hasFeatures { return true }
      scan.start = scan.position
    default: break
    }
    // The bytes of other members are dropped.
    if hasFeatures, stage == .members { scan.start = scan.position }
    return false
  }

  private mutating func passBetween(_ byte: UInt8, _ scan: inout Scan) throws(InputProblem) {
    scan.start = scan.position
    switch byte {
    case UInt8(ascii: "]"): (stage, depth) = (.members, 1)
    case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: break
    case UInt8(ascii: "}"), UInt8(ascii: ":"): throw InputProblem("a feature was expected here")
    default:
      (stage, depth) = (.feature, 0)
      scan.start = scan.position - 1
      scan.position -= 1
    }
  }

  /// Skips a feature, or another value in its place; returns true after its end.
  private mutating func passFeature(_ byte: UInt8, _ scan: inout Scan) -> Bool {
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard depth > 0 else { return endOfScalar(&scan) }
      depth -= 1
      if depth == 0 {
        stage = .features
        return true
      }
    case UInt8(ascii: ","): if depth == 0 { return endOfScalar(&scan) }
    default: break
    }
    return false
  }

  private mutating func endOfScalar(_ scan: inout Scan) -> Bool {
    stage = .features
    scan.position -= 1
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
