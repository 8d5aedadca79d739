internal import Files
internal import Grid
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import Sharing
internal import Thumbnails

extension Option {
  static let withoutZones = Option(
    "--without-zones", nil, "publish the photos in privacy zones too, at their exact positions")
}

extension Command {
  static let site = Command(
    name: "site",
    summary: "write a map of the photos for any web server, without geoindex",
    operands: "<dir>",
    operandCount: 1...1,
    options: Option.filters + [.limit, .withoutZones, .staticFiles, .cache],
    notes: """
      The folder gets a page with a map, thumbnails of 320 and 1,280 pixels without metadata, and the
      positions, times, cameras and file names as GeoJSON. Originals and paths are not copied. It works
      under any address of a web server; opened from a disk (file:), browsers refuse its modules.

      Privacy zones apply as for guests (see zone). The folder must be new, empty or written by this
      command; then its files are replaced, and files that it has not written stay.
      """,
    examples: [
      ("geoindex site --datetime 2023 public_html", "the photos of a year"),
      ("geoindex site --bbox 2.2,48.8,2.5,48.9 paris", "the photos of a city"),
    ],
    run: { try SiteCommand(arguments: $0).run() })
}

private struct SiteCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    let filter = try arguments.filter()
    let limit = try arguments.whole(.limit, in: 1...Int.max) ?? Int.max
    guard let page = try Locations.staticFiles(arguments) else {
      throw arguments.usage("the map page is not found: run scripts/install, or give --static DIR")
    }
    try OutputTarget(arguments.paths[0], arguments).check()
    let index = try visibleIndex()
    var photos: [PhotoRecord] = []
    try index.read { try $0.forEachPhoto(filter, limit: limit) { photos.append($0) } }
    arguments.explainNoMatch(photos.count)
    let pageFiles = try SitePage.files(in: page)
    let names = SitePage.ownNames + pageFiles + photos.flatMap { SitePictures.names($0.id) }
    let folder = try SiteFolder(arguments.paths[0], names)
    let pictures = SitePictures(
      folder: folder,
      store: ThumbnailStore(
        cache: Locations.thumbnailCache(arguments).map {
          ThumbnailCache(folder: $0, limit: 1 << 30)
        }
      ), index: index)
    let missing = try pictures.write(photos, isQuiet: arguments.has(.quiet))
    for name in pageFiles { try folder.copy(page.appending(Array(name.utf8)), to: name) }
    try folder.write(SitePage.geoJSON(photos), to: SitePage.photosName)
    // The page comes last, so that it never names what is not there yet.
    for name in SitePage.moved {
      try folder.copy(page.appending(Array("site/\(name)".utf8)), to: name)
    }
    try folder.finish()
    if !arguments.has(.quiet) {
      let note = missing > 0 ? ", \(ScanText.grouped(missing)) without a picture" : ""
      Console.error(
        "geoindex: \(arguments.paths[0]) has \(ScanText.grouped(photos.count)) photos\(note)")
    }
    return .done
  }

  /// The index as guests see it; all of it with `--without-zones`.
  private func visibleIndex() throws -> PhotoIndex {
    let index = try Locations.openForReading(arguments)
    let zones = try SharedRegisters(arguments, toWrite: false).zones.zones()
    guard !zones.isEmpty, !arguments.has(.withoutZones) else { return index }
    return try PhotoIndex(index, through: PrivacyFilter(zones: zones, revision: 0))
  }
}

/// The page of a site and its data.
private enum SitePage {
  static let photosName = "photos.geojson"

  /// The files of `static/site`, which are at the top of a site.
  static let moved = ["site.css", "site.js", "index.html"]

  static let ownNames = [photosName] + moved

  /// The files of the map page that a site uses at the same place.
  private static let shared = [
    "icon.svg", "app/map/basemap-style.js", "app/map/foreign-tiles.js", "app/map/maplibre.js",
    "app/map/palette.js",
  ]

  /// The shared files, MapLibre and the base map.
  static func files(in page: FilePath) throws -> [String] {
    var names = shared
    for folder in ["vendor", "basemap"] { try add(folder, in: page, to: &names) }
    return names
  }

  /// The properties that are published: nothing that names a folder.
  static func geoJSON(_ photos: [PhotoRecord]) -> [UInt8] {
    let names = [
      "filename", "media", "width", "height", "takenAt", "takenAtLocal", "altitude", "cameraMake",
      "cameraModel", "lens",
    ]
    var list = PhotoListWriter(.geojson, properties: PropertySelection(names) ?? .none)
    list.begin(matched: photos.count, returned: photos.count)
    for photo in photos { list.write(photo) }
    list.end()
    return list.take()
  }

  /// Adds the files of a folder and the folders in it; nothing if it does not exist.
  private static func add(_ folder: String, in page: FilePath, to names: inout [String]) throws {
    let path = page.appending(Array(folder.utf8))
    let entries: [[UInt8]]
    do throws(SystemError) {
      entries = try FileSystem.names(in: path.bytes)
    } catch {
      if error.isAbsence { return }
      throw InputError(description: "cannot read \(path): \(error.reason); check its permissions")
    }
    for entry in entries.map({ String(decoding: $0, as: UTF8.self) }).sorted() {
      // The places are for the search of the map page, and a site has no search.
      guard !entry.hasPrefix("."), entry != "places.json" else { continue }
      let name = "\(folder)/\(entry)"
      if Locations.isFolder(page.appending(Array(name.utf8))) {
        try add(name, in: page, to: &names)
      } else {
        names.append(name)
      }
    }
  }
}
