/// Why a server could not start.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Sendable {
    /// The name of the host has no address.
    case unknownHost = "unknown-host"

    /// Another program uses the address and port.
    case addressInUse = "address-in-use"

    /// The address does not belong to this machine, or the port needs more privileges.
    case cannotListen = "cannot-listen"

    /// The library refused to start, or the certificate or key is not valid.
    case cannotStart = "cannot-start"
  }

  /// The kind of failure.
  public let code: Code

  /// What happened; names the address.
  public let message: String

  /// Makes an error; the message names the address and says what to do.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
