/// Why a text that was given is not valid, in words that complete "line 12: …".
public struct InputProblem: Error, Hashable, Sendable {
  /// What is wrong with it.
  public var reason: String

  /// Makes a problem.
  public init(_ reason: String) { self.reason = reason }

  /// A value for a message, shortened.
  public static func quoted(_ bytes: some Sequence<UInt8>) -> String {
    let head = Array(bytes.prefix(41))
    return "\"" + String(decoding: head.prefix(40), as: UTF8.self)
      + (head.count > 40 ? "…\"" : "\"")
  }
}
