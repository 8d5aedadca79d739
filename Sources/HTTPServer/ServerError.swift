/// Why a server could not start.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Code: String, Sendable {
    /// The host's name has no address.
    case unknownHost = "unknown-host"

    /// Another program listens there.
    case addressInUse = "address-in-use"

    /// The address is not this machine's, or the port needs more rights.
    case cannotListen = "cannot-listen"

    /// The certificate, the key or the library refused.
    case cannotStart = "cannot-start"
  }

  /// What kind of failure it is.
  public let code: Code

  /// What happened, naming the address.
  public let message: String

  /// Makes an error; the message names the address and says what to do.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
