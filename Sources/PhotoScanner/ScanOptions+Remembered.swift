public import PhotoIndex

/// What the index remembers of how a folder was scanned: which photos belong to it.
extension ScanOptions {
  private static let links = RootOption(name: "follow-symlinks", value: Array("yes".utf8))

  /// Whether a folder was scanned through symbolic links the last time.
  public static func followsSymlinks(_ remembered: [RootOption]) -> Bool {
    remembered.contains(links)
  }

  var remembered: [RootOption] {
    include.map { RootOption(name: "include", value: $0.bytes) }
      + exclude.map { RootOption(name: "exclude", value: $0.bytes) }
      + (followsSymlinks ? [Self.links] : [])
  }

  /// The same with what was said earlier about a folder.
  func with(_ remembered: [RootOption]) -> ScanOptions {
    var options = self
    options.include = remembered.filter { $0.name == "include" }.map { Glob(bytes: $0.value) }
    options.exclude = remembered.filter { $0.name == "exclude" }.map { Glob(bytes: $0.value) }
    options.followsSymlinks = Self.followsSymlinks(remembered)
    return options
  }
}
