import Foundation
import Notes
import PhotoFacts
import PhotoIndex
import Record
import TestSupport

/// A record and two machines: machine one has the photos, machine two shows and places them.
final class SharedLibrary {
  let cluster: DatabaseServer

  /// The local index of machine two.
  private(set) var two: PhotoIndex

  /// How machine two names the paths of machine one.
  static let prefix = "one:"

  init() throws {
    cluster = try DatabaseServer()
    two = try Self.open("two", cluster)
  }

  /// Opens the local index of a machine, which need not exist.
  func open(_ machine: String) throws -> PhotoIndex { try Self.open(machine, cluster) }

  private static func open(_ machine: String, _ cluster: DatabaseServer) throws -> PhotoIndex {
    struct NoAddress: Error {}
    guard let address = RecordAddress(try cluster.addressWithPassword()) else { throw NoAddress() }
    let folder = cluster.replicas(of: machine)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let record = Record(address, machine: machine, holder: "model of " + machine)
    let index = try record.replica(
      at: FilePath(folder + "/" + address.fileName(machine: machine)),
      places: NamedPlaces.shared.get())
    try index.followRecord()
    return index
  }

  /// Opens the local index of machine two again, perhaps after its file was deleted.
  func reopen(deleting isDeleted: Bool) throws {
    if isDeleted { try FileManager.default.removeItem(atPath: cluster.replicas(of: "two")) }
    two = try open("two")
  }

  /// Waits for what a killed process has sent, and ends its leases, which would expire in minutes.
  func settle(_ index: PhotoIndex) throws {
    try index.write { _ in }
    try cluster.sql("DELETE FROM geoindex.lease")
  }
}
