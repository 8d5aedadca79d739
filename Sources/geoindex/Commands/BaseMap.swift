internal import BaseMaps
internal import Files
internal import PhotoExchange
internal import PhotoFacts

extension Option {
  fileprivate static let dem = Option(
    "--dem", "ENCODING",
    "with add: the tiles are elevations in this encoding, terrarium or mapbox, which the file does not say"
  )
}

extension Command {
  static let baseMap = Command(
    name: "basemap",
    summary: "add street maps, pictures from above or reliefs to the map",
    operands: "add FILE… | list | check [FILE…] | remove NAME",
    operandCount: 1...Int.max,
    options: [.dem],
    notes: """
      The built-in map ends at the scale of regions. A file of map tiles continues it to streets and
      houses: PMTiles (version 3) or MBTiles, with vector tiles or pictures. geoindex does not download
      maps; street-maps.md, in /usr/share/doc/geoindex with the package, else in the folder docs of the
      sources, says how to obtain one, for example from an extract of OpenStreetMap.

      add copies files into the folder maps beside the index. A server that is running shows them at
      once. Files may also be copied there by hand, or served from where they are with serve --basemap.

      Tiles of elevations become shaded relief and terrain. Their metadata has the encoding (terrarium or
      mapbox); where it does not, --dem says it, and the copy is named so: alps.terrarium.pmtiles.

      check opens the files, or those of the folder, and reports what is wrong with each. The exit code
      is 1 if a file cannot be used.
      """,
    examples: [
      ("geoindex basemap add monaco.mbtiles", "show the streets of Monaco"),
      ("geoindex basemap add --dem terrarium alps.pmtiles", "show the relief of the Alps"),
      ("geoindex basemap list", "all maps, with their zoom levels and areas"),
      ("geoindex basemap check bavaria.pmtiles", "whether a file can be used"),
      ("geoindex basemap remove riviera", "delete the copy"),
    ],
    run: { try BaseMapCommand(arguments: $0).run() })
}

private struct BaseMapCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let files = Array(arguments.paths.dropFirst())
    switch arguments.operands.first {
    case "add" where !files.isEmpty: return try add(files)
    case "add": throw arguments.usage("the FILE of the map is missing")
    case "list" where files.isEmpty:
      return try list(BaseMapFiles(files: [], folder: folder().bytes))
    case "check":
      let maps = BaseMapFiles(
        files: files.map(\.bytes), folder: files.isEmpty ? try folder().bytes : nil)
      return try list(maps)
    case "remove" where files.count == 1: return try remove(files[0].description)
    case "remove" where files.isEmpty: throw arguments.usage("the NAME of the map is missing")
    case let word:
      throw arguments.usage("\"\(word ?? "")\" is not add FILE, list, check or remove NAME")
    }
  }

  private func folder() throws -> FilePath { try Locations.maps(arguments) }

  private func add(_ files: [FilePath]) throws -> ExitCode {
    let folder = try folder()
    let elevation = try elevation()
    for file in files {
      let map = try BaseMap(path: file.bytes)
      let name = file.bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
      guard [".pmtiles", ".mbtiles"].contains(where: { file.description.hasSuffix($0) }) else {
        throw arguments.usage("\(file) does not end in .pmtiles or .mbtiles; rename it")
      }
      guard elevation == nil || map.description.format?.isVector == false else {
        throw arguments.usage("\(file) has vector tiles, which are no elevations; leave out --dem")
      }
      FileSystem.makeFolder(folder.bytes)
      let target = folder.appending(elevation.map { Self.name(name, saying: $0) } ?? name)
      guard !Locations.exists(target) else {
        throw arguments.usage(
          "there is a map \(target) already; remove it first, or rename the new file")
      }
      try copy(file, to: target)
      if !arguments.has(.quiet) {
        let copy = try BaseMap(path: target.bytes)
        Console.error("geoindex: added \(target): \(Self.text(copy.description))")
      }
    }
    return .done
  }

  private func elevation() throws -> ElevationEncoding? {
    guard let name = arguments.value(.dem) else { return nil }
    guard let encoding = ElevationEncoding(rawValue: name) else {
      throw arguments.usage("--dem \"\(name)\" is not terrarium or mapbox")
    }
    return encoding
  }

  /// The name of a file with the encoding before its ending.
  private static func name(_ file: [UInt8], saying encoding: ElevationEncoding) -> [UInt8] {
    let dot = file.lastIndex(of: UInt8(ascii: ".")) ?? file.endIndex
    return file[..<dot] + Array(".\(encoding.rawValue)".utf8) + file[dot...]
  }

  private func copy(_ file: FilePath, to target: FilePath) throws {
    do throws(SystemError) {
      let source = try ReadableFile(path: file.bytes)
      let draft = try FileDraft(replacing: target.bytes, ending: ".new", permissions: 0o644)
      var position = 0
      while case let piece = try source.read(position..<position + 1 << 20), !piece.isEmpty {
        try draft.write(piece)
        position += piece.count
      }
      try draft.commit(synced: true)
    } catch {
      throw InputError(description: "cannot copy \(file) to \(target): \(error)")
    }
  }

  private func remove(_ name: String) throws -> ExitCode {
    let maps = BaseMapFiles(files: [], folder: try folder().bytes)
    let files = BaseMapFiles.mapFiles(in: try folder().bytes)
    let isNamed = { (path: [UInt8]) in
      path.split(separator: UInt8(ascii: "/")).last?.elementsEqual(name.utf8) ?? false
    }
    guard let path = maps.map(named: name)?.path ?? files.first(where: isNamed) else {
      throw arguments.usage(
        "there is no map \"\(name)\"; list the maps with: geoindex basemap list")
    }
    guard FileSystem.remove(path) else {
      throw InputError(
        description: "cannot remove \(FilePath(bytes: path)): \(SystemError.last)")
    }
    return .done
  }

  private func list(_ maps: BaseMapFiles) throws -> ExitCode {
    let contents = maps.contents
    if arguments.has(.json) {
      try Output.standard.writeJSON { Self.write(contents, to: &$0) }
    } else {
      for entry in contents.entries {
        try Output.standard.write("\(entry.name)  \(Self.text(entry.map.description))\n")
      }
      for problem in contents.problems { Console.error("geoindex: \(problem)") }
    }
    return contents.problems.isEmpty ? .done : .failed
  }

  private static func text(_ map: BaseMapDescription) -> String {
    let bounds = map.bounds.map { String(($0 * 1e4).rounded() / 1e4) }.joined(separator: ",")
    let format = map.format?.rawValue ?? "unknown tiles"
    let elevation = map.elevation.map { "  elevations (\($0.rawValue))" } ?? ""
    return "\(format)\(elevation)  zoom \(map.minZoom)–\(map.maxZoom)  bbox=\(bounds)"
  }

  private static func write(_ contents: BaseMapFiles.Contents, to json: inout JSONWriter) {
    json.object { json in
      json.values("maps", contents.entries) { json, entry in
        let map = entry.map.description
        json.object { json in
          json.member("name", entry.name)
          json.member("file", text: entry.map.path)
          json.member("title", map.title)
          json.member("format", map.format?.rawValue)
          json.member("encoding", map.elevation?.rawValue)
          json.member("minzoom", map.minZoom)
          json.member("maxzoom", map.maxZoom)
          json.values("bbox", map.bounds) { $0.value($1) }
        }
      }
      json.values("problems", contents.problems) { json, problem in
        json.object { json in
          json.member("file", problem.file)
          json.member("reason", problem.reason)
        }
      }
    }
  }
}
