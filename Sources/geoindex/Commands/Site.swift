internal import Files
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

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
    options: Option.filters + [
      .limit, .precision, .withoutZones,
      .noWords.saying("with --trip: without titles and captions"), .noTimes, .diary,
      .by.saying("with --trip: who shares it; readers see it"),
      .language.saying("with --trip: its language"),
      .staticFiles, .cache,
    ],
    notes: """
      The folder gets a page with a map, thumbnails of 320 and 1,280 pixels without metadata, and the
      positions, times, cameras and file names as GeoJSON. Originals and paths are not copied. It works
      under any address of a web server; opened from a disk (file:), browsers refuse its modules.

      With --trip it gets the page of a trip that share --trip shows: map, days, pictures and texts.
      The pictures have numbers as names, and nothing of the names of files, cameras or metadata is in
      the folder. Opened from a disk, it lacks only the map.

      Privacy zones apply as for guests (see zone). The folder must be new, empty or written by this
      command; then its files are replaced, and files that it has not written stay.
      """,
    examples: [
      ("geoindex site --datetime 2023 public_html", "the photos of a year"),
      ("geoindex site --bbox 2.2,48.8,2.5,48.9 paris", "the photos of a city"),
      ("geoindex site --trip 2024-04-03 --precision 1000 public_html/japan", "a trip, not exactly"),
    ],
    run: { try SiteCommand(arguments: $0).run() })
}

private struct SiteCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    guard let page = try Locations.staticFiles(arguments) else {
      throw arguments.usage("the map page is not found: run scripts/install, or give --static DIR")
    }
    try OutputTarget(arguments.paths[0], arguments).check()
    let whole = try Locations.openForReading(arguments)
    let site = try arguments.has(.trip) ? arguments.tripSite(of: whole, page) : map(of: whole, page)
    try arguments.write(site, of: whole, page)
    return .done
  }

  /// The map of the photos that the filters select.
  private func map(of whole: PhotoIndex, _ page: FilePath) throws -> Site {
    if let option = [Option.noWords, .noTimes, .diary, .by].first(where: arguments.has) {
      throw arguments.usage("\(option.name) is only for the page of a trip: give --trip too")
    }
    let photos = try arguments.visiblePhotos(
      of: whole, arguments.filter(), hidesZones: !arguments.has(.withoutZones))
    arguments.explainNoMatch(photos.count)
    return Site(
      photos: photos,
      files: try SitePage.files(in: page).map(SiteFile.init(copy:))
        + [SiteFile(SitePage.photosName, SitePage.geoJSON(photos))]
        + SitePage.moved.map { SiteFile(copy: "site/\($0)", to: $0) })
  }
}

/// The page of a site and its data.
enum SitePage {
  static let photosName = "photos.geojson"

  /// The files of `static/site`, which are at the top of a site.
  static let moved = ["site.css", "site.js", "index.html"]

  /// What the pages of trips may load, for web servers that send no such field.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    + "worker-src 'self' blob:; base-uri 'none'; form-action 'none'"

  /// The files of the map page that the map of a site uses at the same place.
  static func files(in page: FilePath) throws -> [String] {
    try TripPage.mapFiles + mapFolders(in: page)
  }

  /// The files of MapLibre and the base map.
  static func mapFolders(in page: FilePath) throws -> [String] {
    var names: [String] = []
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
