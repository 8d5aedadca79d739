import Foundation

/// Runs `body` as an unprivileged user, even if the tests run as root.
///
/// Afterwards that user owns the folders and all that is in them. Only this thread and those that it starts change
/// their user, so other tests are not affected.
public func withoutPrivileges<Result>(
  owning folders: [String], _ body: () throws -> Result
) throws -> Result {
  typealias SetUser = @convention(c) (UInt32) -> Int32
  guard geteuid() == 0 else { return try body() }
  guard let symbol = unsafe dlsym(nil, "setfsuid") else { throw NoSuchFunction(name: "setfsuid") }
  let unprivilegedUser: UInt32 = 65_534
  for folder in folders {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for path in [folder] + names.map({ folder + "/" + $0 }) {
      guard unsafe chown(path, unprivilegedUser, unprivilegedUser) == 0 else {
        throw CocoaError(.fileWriteNoPermission, userInfo: [NSFilePathErrorKey: path])
      }
    }
  }
  let setUser = unsafe unsafeBitCast(symbol, to: SetUser.self)
  _ = setUser(unprivilegedUser)
  defer { _ = setUser(0) }
  return try body()
}

private struct NoSuchFunction: Error {
  var name: String
}
