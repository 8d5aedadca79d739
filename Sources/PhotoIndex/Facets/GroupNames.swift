internal import PhotoFacts
internal import SQLite

/// The cameras and top folders of an index, found by the ids of table rows.
struct GroupNames: Sendable {
  /// The camera and folder that a group of photos shares; positions in the two lists.
  struct Group: Hashable {
    var camera: Int?
    var folder: Int?
  }

  /// Cameras, without regard to lenses, sorted by name.
  private(set) var cameras: [PhotoFacets.Camera] = []

  /// Folders directly in a root, sorted by path.
  private(set) var folders: [PhotoFacets.Folder] = []

  private var cameraOfRow: [Int64: Int] = [:]
  private var folderOfRow: [Int64: Int] = [:]

  /// The camera and the folder of a group of photos.
  func group(_ directoryAndCamera: UInt64) -> Group {
    let group = PhotoGroup(directoryAndCamera: directoryAndCamera, localityNumber: 0)
    return Group(
      camera: group.camera.flatMap { cameraOfRow[$0] }, folder: folderOfRow[group.directory])
  }

  init(_ connection: Connection) throws {
    try readCameras(connection)
    try readFolders(connection)
  }

  private mutating func readCameras(_ connection: Connection) throws {
    // Compared by bytes: a filter distinguishes texts that Swift considers equal, such as an é and an e with a
    // combining accent.
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
    struct TopFolder: Hashable {
      var root: Int64
      var name: [UInt8]
    }
    var positions: [TopFolder: Int] = [:]
    var roots: [[UInt8]: Int] = [:]
    let rows = try connection.statement(
      """
      SELECT directory.id, root.id, root.path, directory.path
      FROM directory JOIN root ON root.id = directory.root
      ORDER BY root.path, directory.path
      """)
    try rows.forEachRow { row in
      let name = unsafe row.withBytes(3) { unsafe Array($0.prefix { $0 != UInt8(ascii: "/") }) }
      let folder = TopFolder(root: row.integer(1), name: name)
      let position = positions[folder] ?? folders.count
      if position == folders.count {
        folders.append(
          PhotoFacets.Folder(
            root: FilePath(bytes: row.bytes(2)), name: name, isOnlyOneOfItsName: true))
        positions[folder] = position
        roots[name, default: 0] += 1
      }
      folderOfRow[row.integer(0)] = position
    }
    for position in folders.indices {
      folders[position].isOnlyOneOfItsName = roots[folders[position].name] == 1
    }
  }

  /// Sets `isOnlyOneOfItsName` as if there were no folders but these.
  mutating func distinguishOnly(_ known: Set<Int>) {
    let count = Dictionary(known.map { (folders[$0].name, 1) }, uniquingKeysWith: +)
    for position in known {
      folders[position].isOnlyOneOfItsName = count[folders[position].name] == 1
    }
  }
}
