public import PhotoFacts

/// The folder that photos stand in which no folder of this machine is named for.
///
/// Such a name begins with `import:` and so is no path: no scan lists it, and none takes a photo out.
public enum ImportedRoot {
  static let prefix = Array("import:".utf8)

  /// The one for a file of that path; for standard input where there is none.
  public static func name(for file: FilePath?) -> FilePath {
    let name = file?.lastComponent ?? []
    return FilePath(bytes: prefix + (name.isEmpty ? Array("stdin".utf8) : name))
  }

  /// Whether a folder of the index is one of these.
  public static func isOne(_ root: FilePath) -> Bool { root.bytes.starts(with: prefix) }
}
