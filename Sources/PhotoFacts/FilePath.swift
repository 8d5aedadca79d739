/// A path of the file system: bytes, which need not be UTF-8.
public struct FilePath: Hashable, Sendable {
  /// The bytes without a terminating NUL.
  public var bytes: [UInt8]

  /// Makes a path from bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Makes a path from text.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The path with a component appended.
  public func appending(_ name: [UInt8]) -> FilePath {
    guard !bytes.isEmpty, !name.isEmpty else { return FilePath(bytes: bytes + name) }
    var joined = bytes
    joined.reserveCapacity(bytes.count + 1 + name.count)
    if joined.last != slash { joined.append(slash) }
    joined += name
    return FilePath(bytes: joined)
  }

  /// The part after the last slash.
  public var lastComponent: [UInt8] {
    guard let cut = bytes.lastIndex(of: slash) else { return bytes }
    return Array(bytes[(cut + 1)...])
  }

  /// The parent directory; nil for `/` and for a bare name.
  public var parent: FilePath? {
    guard bytes.count > 1, let cut = bytes.lastIndex(of: slash) else { return nil }
    return FilePath(bytes: cut == 0 ? [slash] : Array(bytes[..<cut]))
  }

  /// Whether this path is `directory` itself or lies below it.
  public func isInside(_ directory: FilePath) -> Bool {
    let prefix = directory.bytes
    guard bytes.starts(with: prefix) else { return false }
    return bytes.count == prefix.count || prefix.last == slash || bytes[prefix.count] == slash
  }

  /// The path relative to `directory`: empty for the directory itself, nil for a path outside.
  public func relative(to directory: FilePath) -> FilePath? {
    guard isInside(directory) else { return nil }
    let rest = bytes.dropFirst(directory.bytes.count)
    return FilePath(bytes: Array(rest.first == slash ? rest.dropFirst() : rest))
  }

  /// The deepest of these directories that contains the path; nil if none does.
  public func deepest(of directories: some Sequence<FilePath>) -> FilePath? {
    directories.filter { isInside($0) }.max { $0.bytes.count < $1.bytes.count }
  }

  /// Calls `body` with the path as a C string.
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows
    -> Result
  {
    var terminated = bytes.map { CChar(bitPattern: $0) }
    terminated.append(0)
    return try unsafe terminated.withUnsafeBufferPointer { buffer in
      // The buffer contains at least the NUL, so it always has a base address.
      guard let base = buffer.baseAddress else { return try unsafe "".withCString(body) }
      return try unsafe body(base)
    }
  }

  private var slash: UInt8 { UInt8(ascii: "/") }
}

extension FilePath: CustomStringConvertible {
  /// The path for data formats; bytes that are not UTF-8 become `U+FFFD`.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path for messages; bytes that are not UTF-8 become `\xE9`.
  public var description: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var shown = ""
    var rest = bytes[...]
    while let first = rest.first {
      let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }
        .first
      let digits = String(first, radix: 16, uppercase: true)
      shown += character ?? (digits.count < 2 ? "\\x0" : "\\x") + digits
      rest = rest.dropFirst(character?.utf8.count ?? 1)
    }
    return shown
  }
}
