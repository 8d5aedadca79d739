internal import CPhotoShims
internal import MapService
internal import Synchronization

/// Connections to the servers of other machines, with libcurl.
///
/// Redirections are not followed, and proxies of the environment are not used.
final class MachineConnections: Sendable {
  /// How many unused connections stay open.
  private static let mostIdle = 8

  /// Seconds to connect, and seconds without a byte.
  private static let patience: UInt32 = 4

  private let authorities: String?
  private let idle = Mutex<[Client]>([])

  init(_ arguments: ParsedArguments) { authorities = ServerConnection.authorities(arguments) }

  /// The servers of other machines that are fetched from; nil without a record in a database.
  static func machines(_ arguments: ParsedArguments) throws -> OtherMachines? {
    guard try RecordLocation.address(arguments) != nil else { return nil }
    let connections = MachineConnections(arguments)
    return OtherMachines(machine: try RecordLocation.machine(arguments)) {
      try connections.exchange($0)
    }
  }

  /// Performs an exchange on the calling thread.
  func exchange(_ call: OtherMachines.Call) throws -> OtherMachines.Reply {
    guard let address = ServerAddress(call.server) else {
      throw Unreachable("its address is not http://… or https://…")
    }
    guard let client = idle.withLock({ $0.popLast() }) ?? Client() else {
      throw Unreachable("libcurl is not installed here; sudo apt-get install libcurl4")
    }
    defer { idle.withLock { if $0.count < Self.mostIdle { $0.append(client) } } }
    return try client.send(call, to: address, authorities)
  }

  private struct Unreachable: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// A client of libcurl.
  ///
  /// Unchecked: one thread at a time has it, because it is taken out of the list before use.
  @safe private final class Client: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    init?() {
      guard let handle = unsafe photo_client_start() else { return nil }
      unsafe self.handle = unsafe handle
    }

    deinit { unsafe photo_client_end(handle) }

    func send(_ call: OtherMachines.Call, to address: ServerAddress, _ authorities: String?) throws
      -> OtherMachines.Reply
    {
      var reply = unsafe photo_client_reply()
      defer { unsafe photo_client_reply_release(&reply) }
      let range = call.range.map { "\($0.lowerBound)-\($0.upperBound - 1)" }
      unsafe (address.base + call.target).withCString { url in
        unsafe call.authorization.withCString { authorization in
          unsafe call.wantedField.withCString { field in
            unsafe withOptionalCString(range) { range in
              unsafe withOptionalCString(authorities) { authorities in
                unsafe "*/*".withCString { accept in
                  var request = unsafe photo_client_request()
                  unsafe request.url = url
                  unsafe request.accept = accept
                  unsafe request.authorization = authorization
                  unsafe request.range = range
                  unsafe request.wanted_field = field
                  unsafe request.authorities = authorities
                  unsafe request.most_bytes = call.limit
                  unsafe request.seconds = MachineConnections.patience
                  unsafe request.total_seconds = UInt32(clamping: call.seconds)
                  unsafe request.is_local = 1
                  unsafe photo_client_send(handle, &request, &reply)
                }
              }
            }
          }
        }
      }
      let text = unsafe withUnsafeBytes(of: reply.text) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let status = unsafe Int(reply.status)
      guard status != 0 else { throw Unreachable("\(address.authority): \(text)") }
      let field = unsafe withUnsafeBytes(of: reply.field) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let body = unsafe Array(UnsafeBufferPointer(start: reply.body, count: reply.count))
      return OtherMachines.Reply(status: status, field: field, body: body)
    }
  }
}
