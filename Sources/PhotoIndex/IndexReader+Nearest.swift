public import Geography

/// A photo and the way to it.
public struct Neighbour: Hashable, Sendable {
  /// The photo.
  public var pin: Pin

  /// Metres and first direction of the shortest line to it.
  public var line: GeodesicLine
}

extension IndexReader {
  /// The `count` located photos nearest to a place, nearest first; of two at the same distance the
  /// one with the lower id.
  ///
  /// Tiles are opened in the order of the least distance anything in them can have. A tile that two
  /// runs cover is read, any other is divided; photos wait in the same queue, first under a cheap
  /// lower bound and then under their exact distance, so nothing is handed out while something
  /// unopened could be nearer.
  public func nearest(
    to origin: Coordinate, count: Int, within metres: Double? = nil,
    _ filter: PhotoFilter = PhotoFilter()
  ) throws -> [Neighbour] {
    let points = try prepared(filter)
    let bound = DistanceBound(from: origin)
    let limit = metres ?? .infinity
    var queue = BinaryHeap<Candidate>()
    var found: [Neighbour] = []
    queue.insert(Candidate(metres: 0, .tile(.world)))
    while found.count < count, let candidate = queue.popLeast(), candidate.metres <= limit {
      switch candidate.step {
      case .tile(let tile):
        try open(tile, points) { step in
          switch step {
          case .tile(let child):
            queue.insert(Candidate(metres: bound.metres(to: child), step))
          case .pin(let pin):
            queue.insert(Candidate(metres: bound.metres(to: pin.coordinate), step))
          case .neighbour: break
          }
        }
      case .pin(let pin):
        let line = origin.geodesic(to: pin.coordinate)
        queue.insert(
          Candidate(metres: line.distance, .neighbour(Neighbour(pin: pin, line: line))))
      case .neighbour(let neighbour):
        found.append(neighbour)
      }
    }
    return found
  }

  /// Hands out the points of a tile that few runs cover, or its four children.
  private func open(_ tile: TileCoordinate, _ points: PointFilter, _ yield: (Step) -> Void) throws {
    let runs = try runs(covering: tile)
    guard runs.count <= 2 || tile.zoom == GridPoint.levels else {
      for child in tile.children { yield(.tile(child)) }
      return
    }
    for extent in runs {
      try withRun(extent) { run in
        for index in run.range(of: tile.keys, extent) where points.matches(run, index) {
          guard
            let coordinate = Coordinate(
              latitudeE7: run.latitudeE7(index), longitudeE7: run.longitudeE7(index))
          else { continue }
          yield(.pin(Pin(id: run.id(index), coordinate: coordinate)))
        }
      }
    }
  }

  /// The runs that hold keys of a tile: all of them for a tile that cannot be divided, else as many
  /// as it takes to see that there are more than two.
  private func runs(covering tile: TileCoordinate) throws -> [RunExtent] {
    var runs: [RunExtent] = []
    try forEachRun(in: GridRegion(tile), from: tile.keys.lowerBound) { extent in
      runs.append(extent)
      return runs.count > 2 && tile.zoom < GridPoint.levels ? .stop : .on
    }
    return runs
  }
}

private enum Step {
  case tile(TileCoordinate)
  case pin(Pin)
  case neighbour(Neighbour)
}

private struct Candidate: Comparable {
  let metres: Double
  let step: Step

  init(metres: Double, _ step: Step) {
    self.metres = metres
    self.step = step
  }

  /// At the same distance, what may still turn into something comes before what is certain, and
  /// then the lower id.
  private var rank: Int64 {
    guard case .neighbour(let neighbour) = step else { return 0 }
    return neighbour.pin.id
  }

  static func < (left: Candidate, right: Candidate) -> Bool {
    left.metres == right.metres ? left.rank < right.rank : left.metres < right.metres
  }

  static func == (left: Candidate, right: Candidate) -> Bool {
    left.metres == right.metres && left.rank == right.rank
  }
}
