internal import PhotoIndex

/// What the index remembers of how a folder was scanned: which photos belong to it.
extension ScanOptions {
  private static let links = RootOption(name: "follow-symlinks", value: "yes")

  var remembered: [RootOption] {
    include.map { RootOption(name: "include", value: $0.text) }
      + exclude.map { RootOption(name: "exclude", value: $0.text) }
      + (followsSymlinks ? [Self.links] : [])
  }

  /// The same with what was said earlier about a folder.
  func with(_ remembered: [RootOption]) -> ScanOptions {
    var options = self
    options.include = remembered.filter { $0.name == "include" }.map { Glob($0.value) }
    options.exclude = remembered.filter { $0.name == "exclude" }.map { Glob($0.value) }
    options.followsSymlinks = remembered.contains(Self.links)
    return options
  }
}
