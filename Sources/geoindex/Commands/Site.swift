internal import Files
internal import Grid
internal import Journeys
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
    options: Option.filters + [
      .limit, .precision, .withoutZones,
      .noWords.saying("with --trip: without titles and captions"), .noTimes,
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
    let site = try arguments.has(.trip) ? trip(of: whole, page) : map(of: whole, page)
    let names = site.files.map(\.name) + site.photos.flatMap { SitePictures.names($0.id) }
    let folder = try SiteFolder(arguments.paths[0], names)
    let cache = Locations.thumbnailCache(arguments).map {
      ThumbnailCache(folder: $0, limit: 1 << 30)
    }
    let pictures = SitePictures(
      folder: folder, store: ThumbnailStore(cache: cache), index: whole)
    let missing = try pictures.write(site.photos, isQuiet: arguments.has(.quiet))
    for file in site.files {
      switch file.content {
      case .copy(let source): try folder.copy(page.appending(Array(source.utf8)), to: file.name)
      case .bytes(let bytes): try folder.write(bytes, to: file.name)
      }
    }
    try folder.finish()
    if !arguments.has(.quiet) {
      let note = missing > 0 ? ", \(ScanText.grouped(missing)) without a picture" : ""
      Console.error(
        "geoindex: \(arguments.paths[0]) has \(ScanText.grouped(site.photos.count)) photos\(note)")
    }
    return .done
  }

  /// The map of the photos that the filters select.
  private func map(of whole: PhotoIndex, _ page: FilePath) throws -> Site {
    if let option = [Option.noWords, .noTimes, .by].first(where: arguments.has) {
      throw arguments.usage("\(option.name) is only for the page of a trip: give --trip too")
    }
    let photos = try photos(of: whole, arguments.filter())
    arguments.explainNoMatch(photos.count)
    return Site(
      photos: photos,
      files: try SitePage.files(in: page).map(SiteFile.init(copy:))
        + [SiteFile(SitePage.photosName, SitePage.geoJSON(photos))]
        + SitePage.moved.map { SiteFile(copy: "site/\($0)", to: $0) })
  }

  /// The page of the trip with a day.
  private func trip(of whole: PhotoIndex, _ page: FilePath) throws -> Site {
    let day = try PhotoQuery.day("trip", arguments.value(.trip) ?? "")
    let (found, home) = try whole.read { reader in
      let journeys = try reader.journeys()
      let trip = journeys.trip(on: LocalDay(number: day))
      return (trip, trip?.home.map { journeys.homes[$0] })
    }
    guard let found else {
      throw arguments.usage("there is no trip with this day; list the trips with: geoindex trips")
    }
    let wanted = Set(found.photos)
    var photos = try photos(of: whole, arguments.filter(without: .trip)).filter {
      wanted.contains($0.id)
    }
    if arguments.has(.noWords) {
      for index in photos.indices { photos[index].words = PhotoWords() }
    }
    let namer = JourneyNamer(whole.places, in: arguments.language)
    var trip = SharedTrip(
      found, photos: photos, showsTimes: !arguments.has(.noTimes),
      homeCountry: home.flatMap { namer.names(of: $0.coordinate)?.country })
    let known = Dictionary(uniqueKeysWithValues: photos.map { ($0.id, $0) })
    photos = trip.numberPictures().enumerated().compactMap { index, id in
      var photo = known[id]
      photo?.id = Int64(index + 1)
      return photo
    }
    var document = TripPage(trip, in: arguments.language)
    document.sharer = arguments.value(.by)
    document.policy = SitePage.policy
    return Site(
      photos: photos,
      files: try (TripPage.files + SitePage.mapFolders(in: page)).map(SiteFile.init(copy:))
        + [SiteFile("index.html", document.html)])
  }

  /// The photos as guests see them, in the language of the options.
  private func photos(of whole: PhotoIndex, _ filter: PhotoFilter) throws -> [PhotoRecord] {
    let limit = try arguments.whole(.limit, in: 1...Int.max) ?? Int.max
    var photos: [PhotoRecord] = []
    try visibleIndex(whole).read { reader in
      reader.language = arguments.language
      try reader.forEachPhoto(filter, limit: limit) { photos.append($0) }
    }
    return photos
  }

  /// The index as guests see it; with `--without-zones` at the exact positions, unless a precision is given.
  private func visibleIndex(_ index: PhotoIndex) throws -> PhotoIndex {
    let zones =
      try arguments.has(.withoutZones)
      ? [] : SharedRegisters(arguments, toWrite: false).zones.zones()
    let grid = try arguments.value(.precision).map { try PrivacyZone.grid($0, "precision") }
    guard !zones.isEmpty || grid != nil else { return index }
    return try PhotoIndex(
      index, through: PrivacyFilter(zones: zones, everywhere: grid, revision: 0))
  }
}

/// What a site consists of.
private struct Site {
  /// The photos whose pictures it has, under their ids.
  var photos: [PhotoRecord]

  /// The other files in the order in which they are written: the page comes last, so that it never names what is not
  /// there yet.
  var files: [SiteFile]
}

/// A file of a site.
private struct SiteFile {
  enum Content {
    /// That of a file of the map page.
    case copy(String)
    case bytes([UInt8])
  }

  let name: String
  let content: Content

  init(_ name: String, _ bytes: [UInt8]) { (self.name, content) = (name, .bytes(bytes)) }

  init(copy source: String) { self.init(copy: source, to: source) }

  init(copy source: String, to name: String) { (self.name, content) = (name, .copy(source)) }
}

/// The page of a site and its data.
private enum SitePage {
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
