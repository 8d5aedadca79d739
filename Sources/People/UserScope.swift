internal import Geography
internal import PhotoFacts
public import Query
internal import Sharing

/// The photos that a user may see: those of any of its parts, or all if it has none.
public struct UserScope: Hashable, Sendable {
  /// A part of a scope, as it is written.
  public struct Part: Hashable, Sendable {
    /// What a part selects by.
    public enum Kind: String, CaseIterable, Sendable {
      /// A pattern of paths below the scanned folders, or a folder.
      case path

      /// The name or code of a country, region, place or area of the boundaries.
      case area

      /// A box in degrees.
      case bbox

      /// A keyword, or a path of keywords.
      case keyword
    }

    /// What it selects by.
    public var kind: Kind

    /// The value.
    public var value: String

    /// Makes a part; throws a `QueryError` if the value is not valid.
    public init(_ kind: Kind, _ value: String) throws {
      (self.kind, self.value) = (kind, value)
      guard !value.isEmpty, value.utf8.count <= 1_000, !value.utf8.contains(where: { $0 < 32 })
      else {
        throw QueryError(kind.rawValue, value, "is empty, too long or has control characters")
      }
      _ = try condition { _ in .all([]) }
    }

    /// Kind and value, as a line of the file has them.
    var text: String { "\(kind.rawValue)=\(value)" }

    init(text: String) throws {
      let kind = Kind.allCases.first { text.utf8.starts(with: ($0.rawValue + "=").utf8) }
      guard let kind, let value = text.dropPrefix(kind.rawValue + "=") else {
        throw QueryError("scope", text, "is not a scope that this version knows")
      }
      try self.init(kind, value)
    }

    fileprivate func condition(_ area: (String) -> PhotoCondition) throws -> PhotoCondition {
      switch kind {
      case .path: try Self.path(value)
      case .area: area(value)
      case .bbox: .inBox(try PhotoQuery.box(value))
      case .keyword: .named(.keywords, value)
      }
    }

    /// A name without `*` and `?` is a folder with all that is in it.
    private static func path(_ text: String) throws -> PhotoCondition {
      guard !text.contains(where: { $0 == "*" || $0 == "?" }) else {
        return .like(.path, try LikePattern(wildcards: text, "path"))
      }
      var folder = text[...]
      while folder.last == "/" { folder.removeLast() }
      guard !folder.isEmpty else {
        throw QueryError("path", text, "is the whole library; leave out the scope")
      }
      return .any([
        .like(.path, try LikePattern(wildcards: String(folder), "path")),
        .like(.path, try LikePattern(wildcards: folder + "/*", "path")),
      ])
    }
  }

  /// Its parts.
  public var parts: [Part]

  /// Makes a scope.
  public init(parts: [Part] = []) { self.parts = parts }

  /// The scope as a condition; nil for all photos.
  ///
  /// - Parameter area: Makes the condition of the name of an area.
  public func condition(_ area: (String) -> PhotoCondition) throws -> PhotoCondition? {
    parts.isEmpty ? nil : .any(try parts.map { try $0.condition(area) })
  }

  /// The values of a kind.
  public func values(of kind: Part.Kind) -> [String] {
    parts.filter { $0.kind == kind }.map(\.value)
  }
}
