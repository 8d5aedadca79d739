public import PhotoIndex

/// The options that decide which files belong to a root; the index stores them per root.
extension ScanOptions {
  private static let links = RootOption(name: "follow-symlinks", value: Array("yes".utf8))

  /// Whether the last scan of a folder followed symbolic links.
  public static func followsSymlinks(_ remembered: [RootOption]) -> Bool {
    remembered.contains(links)
  }

  var remembered: [RootOption] {
    include.map { RootOption(name: "include", value: $0.bytes) }
      + exclude.map { RootOption(name: "exclude", value: $0.bytes) }
      + (followsSymlinks ? [Self.links] : [])
  }

  /// These options with the remembered ones of a root in place of their own.
  func with(_ remembered: [RootOption]) -> ScanOptions {
    var options = self
    options.include = remembered.filter { $0.name == "include" }.map { Glob(bytes: $0.value) }
    options.exclude = remembered.filter { $0.name == "exclude" }.map { Glob(bytes: $0.value) }
    options.followsSymlinks = Self.followsSymlinks(remembered)
    return options
  }
}
