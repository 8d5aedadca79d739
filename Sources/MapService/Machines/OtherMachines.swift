internal import HTTPServer
internal import Synchronization

/// The servers of the other machines of a record, which have the files of their photos.
public final class OtherMachines: Sendable {
  /// One exchange with the server of another machine.
  public struct Call: Sendable {
    /// The address of the server, as it was announced.
    public var server: String

    /// The path and query.
    public var target: String

    /// The field `Authorization`.
    public var authorization: String

    /// The wanted bytes; nil for all.
    public var range: Range<Int>?

    /// The limit of bytes of the response.
    public var limit: Int

    /// The limit of seconds for the whole exchange.
    public var seconds: Int

    /// The field of the response that is returned.
    public var wantedField: String
  }

  /// A response.
  public struct Reply: Sendable {
    /// The HTTP status code.
    public var status: Int

    /// The value of the wanted field; empty if there is none.
    public var field: String

    /// The body.
    public var body: [UInt8]

    /// Makes a response.
    public init(status: Int, field: String, body: [UInt8]) {
      (self.status, self.field, self.body) = (status, field, body)
    }
  }

  /// Performs an exchange on the calling thread; throws if the server does not answer within the limits.
  public typealias Carrier = @Sendable (Call) throws -> Reply

  /// The length of the pieces in which originals are fetched.
  static let pieceLength = 1 << 20

  /// After a machine did not answer, it is not asked again for this long.
  private static let pause = Duration.seconds(5)

  /// The name of this machine.
  let machine: String

  /// The threads that fetch the pieces of originals.
  let pieces = WorkerPool(threads: 8)

  private let carrier: Carrier
  private let state = Mutex(State())

  private struct State {
    var addresses: [String: String] = [:]
    var key: [UInt8]?
    var silentUntil: [String: (time: ContinuousClock.Instant, reason: String)] = [:]
  }

  /// Makes an empty list; `carrier` performs the exchanges.
  public init(machine: String, carrier: @escaping Carrier) {
    (self.machine, self.carrier) = (machine, carrier)
  }

  /// Sets the addresses by the names of their machines, and the key of the record.
  public func update(addresses: [String: String], key: [UInt8]?) {
    state.withLock { state in
      for (name, address) in addresses where state.addresses[name] != address {
        state.silentUntil[name] = nil
      }
      (state.addresses, state.key) = (addresses, key)
    }
  }

  /// The key of the record; nil if it is not known.
  var key: [UInt8]? { state.withLock { $0.key } }

  /// Fetches a picture, or a range of an original; blocks.
  func bytes(of picture: PictureRequest, in range: Range<Int>? = nil) throws(MachineFailure)
    -> [UInt8]
  {
    let (address, key) = try server(picture.machine)
    let authorization = PictureAuthorization(picture, key: key, time: Int64(WallClock.seconds()))
    let reply: Reply
    do {
      reply = try carrier(
        Call(
          server: address, target: picture.target, authorization: authorization.field, range: range,
          limit: range?.count ?? picture.form.mostBytes, seconds: range == nil ? 60 : 20,
          wantedField: PictureAuthorization.proofField))
    } catch {
      throw silent(picture.machine, "\(error)")
    }
    // Only the answer of a server that knows the key is used, whatever the address leads to.
    guard reply.field == authorization.proof(key) else { throw MachineFailure.impostor }
    switch reply.status {
    case 200 where range == nil: return reply.body
    case 206 where range?.count == reply.body.count: return reply.body
    case 404: throw MachineFailure.changed
    default: throw MachineFailure.refused(status: reply.status)
    }
  }

  private func server(_ name: String) throws(MachineFailure) -> (address: String, key: [UInt8]) {
    let (address, key, silence) = state.withLock { state in
      (state.addresses[name], state.key, state.silentUntil[name])
    }
    guard let address, let key else { throw MachineFailure.unknown }
    if let silence, silence.time > .now { throw MachineFailure.silent(silence.reason) }
    return (address, key)
  }

  private func silent(_ name: String, _ reason: String) -> MachineFailure {
    state.withLock { $0.silentUntil[name] = (.now + Self.pause, reason) }
    return .silent(reason)
  }
}

/// Why the picture of another machine cannot be shown.
enum MachineFailure: Error, Hashable {
  /// The machine has announced no server, or the key of the record is not known.
  case unknown

  /// It does not answer.
  case silent(String)

  /// What answers at its address does not know the key.
  case impostor

  /// The file has changed or moved since this server last followed the record.
  case changed

  /// It has no picture.
  case refused(status: Int)

  /// The problem for the client; guests do not learn the name of the machine.
  func problem(_ photo: Int64, on machine: String, isOwner: Bool) -> Problem {
    let problem = wording(photo, on: machine, isOwner: isOwner)
    return problem.of(self == .changed ? .fileChanged : .onOtherMachine)
  }

  private func wording(_ photo: Int64, on machine: String, isOwner: Bool) -> Problem {
    guard isOwner else {
      let detail = "The file of photo \(photo) is on another machine, and not available now."
      return isPassing ? .unavailable(detail, retryAfter: 10) : .notFound(detail)
    }
    let place = "The file of photo \(photo) is on the machine \(machine)"
    switch self {
    case .unknown:
      return .notFound(
        "\(place), not on this one. Start geoindex serve --announce there, or mount its folder here and give "
          + "--map-root.")
    case .silent(let reason):
      return .unavailable(
        "\(place), whose server does not answer: \(reason). Check that geoindex serve runs there.",
        retryAfter: 10)
    case .impostor:
      return .unavailable(
        "\(place). What answers at its address does not know the key of this record, is another machine, or its "
          + "clock differs by more than five minutes; check the address of serve --announce there.",
        retryAfter: 60)
    case .changed:
      return .notFound(
        "\(place), and has changed or moved there; it is shown again after the next scan.")
    case .refused(let status):
      return .notFound("\(place), whose server answers with status \(status).")
    }
  }

  private var isPassing: Bool {
    switch self {
    case .silent, .impostor: true
    case .unknown, .changed, .refused: false
    }
  }
}
