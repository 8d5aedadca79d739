internal import Glibc

/// Resolves paths to their canonical form.
public enum RealPath {
  /// The path without symbolic links, dots and repeated slashes; throws if the file does not exist.
  public static func existing(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    guard !path.contains(0), !path.isEmpty else { throw SystemError(code: ENOENT) }
    let name = path.map(CChar.init(bitPattern:)) + [0]
    guard let found = unsafe realpath(name, nil) else { throw .last }
    defer { unsafe free(found) }
    return unsafe Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
  }

  /// The canonical path of a file that need not exist: where opening it for writing would create it.
  ///
  /// Dangling links are followed as the kernel does, so that two names of a missing file give one
  /// path. Returns the path unchanged if not even its folder exists.
  public static func future(_ path: [UInt8]) -> [UInt8] {
    var path = path
    // The kernel follows at most 40 links.
    for _ in 0..<40 {
      if let real = try? existing(path) { return real }
      guard let target = target(ofLink: path) else { break }
      path = target.first == slash ? target : folder(of: path) + [slash] + target
    }
    guard let last = path.split(separator: slash).last,
      let real = try? existing(folder(of: path))
    else { return path }
    return (real == [slash] ? [] : real) + [slash] + last
  }

  private static let slash = UInt8(ascii: "/")

  private static func folder(of path: [UInt8]) -> [UInt8] {
    guard let cut = path.lastIndex(of: slash) else { return [UInt8(ascii: ".")] }
    return cut == 0 ? [slash] : Array(path[..<cut])
  }

  private static func target(ofLink path: [UInt8]) -> [UInt8]? {
    guard !path.contains(0) else { return nil }
    let name = path.map(CChar.init(bitPattern:)) + [0]
    let target = unsafe [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe max(0, readlink(name, start, buffer.count))
    }
    return target.isEmpty ? nil : target.map(UInt8.init(bitPattern:))
  }
}
