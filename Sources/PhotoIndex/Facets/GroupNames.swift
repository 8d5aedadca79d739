internal import PhotoFacts

/// The cameras and the top folders of an index, and which of them a row of its tables speaks of.
struct GroupNames: Sendable {
  /// What photos of one camera in one folder have in common; positions in the two lists.
  struct Group: Hashable {
    var camera: Int?
    var folder: Int?
  }

  /// Cameras, all lenses together, in the order of their names.
  private(set) var cameras: [PhotoFacets.Camera] = []

  /// Folders that lie in a root, in the order of their paths.
  private(set) var folders: [PhotoFacets.Folder] = []

  private var cameraOfRow: [Int64: Int] = [:]
  private var folderOfRow: [Int64: Int] = [:]

  /// The group of a photo, from its columns `directory` and `camera`.
  func group(directory: Int64, camera: Int64?) -> Group {
    Group(camera: camera.flatMap { cameraOfRow[$0] }, folder: folderOfRow[directory])
  }

  init(_ connection: Connection) throws {
    try readCameras(connection)
    try readFolders(connection)
  }

  private mutating func readCameras(_ connection: Connection) throws {
    // By their bytes: a filter tells apart what Swift takes for the same text, such as an é from an e
    // with an accent.
    var positions: [[[UInt8]?]: Int] = [:]
    let rows = try connection.statement(
      """
      SELECT id, make, model FROM camera
      WHERE make IS NOT NULL OR model IS NOT NULL ORDER BY make, model
      """)
    try rows.forEachRow { row in
      let name = [1, 2].map { row.isNull($0) ? nil : row.bytes($0) }
      let position = positions[name] ?? cameras.count
      if position == cameras.count {
        cameras.append(PhotoFacets.Camera(make: row.text(1), model: row.text(2)))
        positions[name] = position
      }
      cameraOfRow[row.integer(0)] = position
    }
  }

  private mutating func readFolders(_ connection: Connection) throws {
    struct Place: Hashable {
      var root: Int64
      var name: [UInt8]
    }
    var positions: [Place: Int] = [:]
    var roots: [[UInt8]: Int] = [:]
    let rows = try connection.statement(
      """
      SELECT directory.id, root.id, root.path, directory.path
      FROM directory JOIN root ON root.id = directory.root
      ORDER BY root.path, directory.path
      """)
    try rows.forEachRow { row in
      let name = unsafe row.withBytes(3) { unsafe Array($0.prefix { $0 != UInt8(ascii: "/") }) }
      let place = Place(root: row.integer(1), name: name)
      let position = positions[place] ?? folders.count
      if position == folders.count {
        folders.append(
          PhotoFacets.Folder(
            root: FilePath(bytes: row.bytes(2)), name: name, isOnlyOneOfItsName: true))
        positions[place] = position
        roots[name, default: 0] += 1
      }
      folderOfRow[row.integer(0)] = position
    }
    for position in folders.indices {
      folders[position].isOnlyOneOfItsName = roots[folders[position].name] == 1
    }
  }

  /// Forgets, for the question whether a name is there once, all folders but these.
  mutating func tellApartOnly(_ known: Set<Int>) {
    let count = Dictionary(known.map { (folders[$0].name, 1) }, uniquingKeysWith: +)
    for position in known {
      folders[position].isOnlyOneOfItsName = count[folders[position].name] == 1
    }
  }
}
