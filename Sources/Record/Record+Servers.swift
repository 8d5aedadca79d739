/// The servers from which the pictures of each machine can be fetched.
public struct PictureServers: Hashable, Sendable {
  /// The addresses by the names of their machines.
  public var addresses: [String: String] = [:]

  /// The key with which servers sign their requests; nil if the role may not read it.
  public var key: [UInt8]?

  /// Reads the servers and the key.
  init(_ connection: RecordConnection) throws {
    let rows = try connection.run(
      "SELECT geoindex.readable(machine), address FROM geoindex.server")
    for row in rows {
      if let machine = row[0], let address = row[1] { addresses[machine] = address }
    }
    // A role that must not fetch pictures has no access to this table.
    let mayRead = try connection.run(
      "SELECT has_table_privilege('geoindex.picture_key', 'SELECT')")
    guard mayRead.first?.first == "t" else { return }
    let found = try connection.run("SELECT encode(value, 'hex') FROM geoindex.picture_key")
    key = found.first?.first.flatMap { $0 }.flatMap { [UInt8](hex: $0) }
    if key?.count != 32 { key = nil }
  }
}

extension Record {
  /// Stores the address of this machine's server, from which other servers fetch its pictures; nil removes it.
  public func announce(_ address: String?) throws {
    try announce(address, RecordConnection(self.address))
  }

  func announce(_ address: String?, _ connection: RecordConnection) throws {
    guard let address else {
      try connection.run("DELETE FROM geoindex.server WHERE machine = \(machine.byteLiteral)")
      return
    }
    try connection.run(
      """
      INSERT INTO geoindex.server AS known (machine, address)
      VALUES (\(machine.byteLiteral), convert_from(\(address.byteLiteral), 'UTF8'))
      ON CONFLICT (machine) DO UPDATE SET address = excluded.address, announced = now()
      WHERE known.address <> excluded.address
      """)
  }
}
