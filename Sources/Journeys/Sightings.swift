public import Geography

/// The positions, local times and cameras of photos, one sighting for each: 28 bytes.
public struct Sightings: Sendable {
  private(set) var times: [Int64] = []
  private(set) var longitudesE7: [Int32] = []
  private(set) var latitudesE7: [Int32] = []
  private(set) var devices: [Int32] = []
  private(set) var ids: [Int64] = []

  /// Makes an empty list.
  public init() {}

  /// How many sightings there are.
  public var count: Int { times.count }

  /// Allocates the memory for a number of sightings.
  public mutating func reserveCapacity(_ count: Int) {
    times.reserveCapacity(count)
    longitudesE7.reserveCapacity(count)
    latitudesE7.reserveCapacity(count)
    devices.reserveCapacity(count)
    ids.reserveCapacity(count)
  }

  /// Adds a photo; `device` numbers the cameras, 0 is an unknown camera.
  ///
  /// The local time is what the clock of the camera showed, counted as if it were UTC. By default the id is how many
  /// photos were added before.
  @inline(__always)
  public mutating func append(
    localMilliseconds: Int64, longitudeE7: Int32, latitudeE7: Int32, device: Int32,
    id: Int64? = nil
  ) {
    ids.append(id ?? Int64(times.count))
    times.append(localMilliseconds)
    longitudesE7.append(longitudeE7)
    latitudesE7.append(latitudeE7)
    devices.append(device)
  }

  /// Adds the sightings of another list.
  public mutating func append(_ other: Sightings) {
    times += other.times
    longitudesE7 += other.longitudesE7
    latitudesE7 += other.latitudesE7
    devices += other.devices
    ids += other.ids
  }

  /// Adds a photo at a coordinate.
  public mutating func append(localMilliseconds: Int64, at place: Coordinate, device: Int32) {
    append(
      localMilliseconds: localMilliseconds, longitudeE7: place.longitudeE7,
      latitudeE7: place.latitudeE7, device: device)
  }
}
