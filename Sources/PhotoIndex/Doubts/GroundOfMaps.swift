internal import Geography
internal import Synchronization

/// The ground by the map files of elevations, as far as an index knows some.
final class GroundOfMaps: Sendable {
  private let source = Mutex<@Sendable () -> (any Ground)?>({ nil })

  var current: (any Ground)? { source.withLock { $0 }() }

  func set(_ source: @escaping @Sendable () -> (any Ground)?) {
    self.source.withLock { $0 = source }
  }
}
