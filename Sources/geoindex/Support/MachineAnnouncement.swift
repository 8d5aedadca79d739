internal import MapService
internal import Record

/// The address of this machine's server for the servers of other machines, from `--announce`.
enum MachineAnnouncement {
  case unchanged
  case removed
  case address(ServerAddress)

  init(_ arguments: ParsedArguments) throws {
    guard let text = arguments.value(.announce) else {
      self = .unchanged
      return
    }
    guard try RecordLocation.address(arguments) != nil else {
      throw arguments.usage("--announce has no effect without --db postgres://…")
    }
    if text == "none" {
      self = .removed
      return
    }
    guard let address = ServerAddress(text) else {
      throw arguments.usage(
        "--announce \"\(text.withoutCredentials)\" is not an address such as https://nas:8080, or none"
      )
    }
    self = .address(address)
  }

  /// The host that other machines name in their requests; nil if there is none.
  var host: String? {
    guard case .address(let address) = self else { return nil }
    return address.authority
  }

  /// Stores the address in the record.
  ///
  /// If the database does not answer, the server starts all the same, and the former address holds.
  func store(in record: Record) throws {
    do {
      switch self {
      case .unchanged: return
      case .removed: try record.announce(nil)
      case .address(let address): try record.announce(address.base)
      }
    } catch let error as RecordError where error.code == .unreachable {
      Console.error("geoindex: \(error); the address of --announce was not stored")
    }
  }
}
