public import PhotoFacts

/// The root of imported photos that name no root themselves.
///
/// Its name begins with `import:` and so is not a path: no scan lists it or removes its photos.
public enum ImportedRoot {
  static let prefix = Array("import:".utf8)

  /// The root for an imported file; for standard input if the path is nil.
  public static func name(for file: FilePath?) -> FilePath {
    let name = file?.lastComponent ?? []
    return FilePath(bytes: prefix + (name.isEmpty ? Array("stdin".utf8) : name))
  }

  /// Whether a root belongs to an import.
  public static func isOne(_ root: FilePath) -> Bool { root.bytes.starts(with: prefix) }
}
