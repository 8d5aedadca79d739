internal import Files
internal import Grid
internal import Journeys
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Query
internal import Sharing
internal import Thumbnails

/// The sites that commands write: pages for any web server, with their pictures.
extension ParsedArguments {
  /// Writes a site to the folder of the operand.
  func write(_ site: Site, of library: PhotoIndex, _ page: FilePath) throws {
    let names =
      site.files.map(\.name)
      + site.photos.flatMap {
        SitePictures.names($0, hasOriginals: site.hasOriginals)
      }
    let folder = try SiteFolder(paths[0], names)
    if site.numbersPictures {
      // Until all is written, an earlier page would show other pictures under its numbers.
      for file in site.files.reversed() {
        if case .bytes = file.content { folder.remove(file.name) }
      }
    }
    let cache = Locations.thumbnailCache(self).map {
      ThumbnailCache(folder: $0, limit: 1 << 30)
    }
    let pictures = SitePictures(
      folder: folder, store: ThumbnailStore(cache: cache), index: library,
      hasOriginals: site.hasOriginals)
    let missing = try pictures.write(site.photos, isQuiet: has(.quiet))
    for file in site.files {
      switch file.content {
      case .copy(let source): try folder.copy(page.appending(Array(source.utf8)), to: file.name)
      case .bytes(let bytes): try folder.write(bytes, to: file.name)
      }
    }
    try folder.finish()
    if !has(.quiet) {
      let note = missing > 0 ? ", \(ScanText.grouped(missing)) without a picture" : ""
      Console.error(
        "geoindex: \(paths[0]) has \(ScanText.grouped(site.photos.count)) photos\(note)")
    }
  }

  /// The page of the trip of the options.
  func tripSite(of library: PhotoIndex, _ page: FilePath) throws -> Site {
    let (trip, photos) = try sharedTrip(
      of: library, hidesZones: !has(.withoutZones), withDiary: has(.diary))
    return try site(trip, photos, page)
  }

  /// The site of a page with its pictures.
  func site(_ trip: SharedTrip, _ photos: [PhotoRecord], _ page: FilePath) throws -> Site {
    var document = TripPage(trip, in: language)
    document.sharer = value(.by)
    document.policy = SitePage.policy
    return Site(
      photos: photos, numbersPictures: true,
      files: try (TripPage.files + SitePage.mapFolders(in: page)).map { SiteFile(copy: $0) }
        + [SiteFile("index.html", document.html)])
  }

  /// What is shared of the trip of the options, or of all photos that the filters select, and the photos under the
  /// numbers of their pictures.
  func sharedTrip(of library: PhotoIndex, hidesZones: Bool, withDiary: Bool) throws -> (
    SharedTrip, [PhotoRecord]
  ) {
    let found = try has(.trip) ? foundTrip(in: library) : nil
    var photos = try visiblePhotos(of: library, filter(without: .trip), hidesZones: hidesZones)
    let days = found?.trip.photoDays
    if let days { photos.removeAll { days[$0.id] == nil } }
    if has(.noWords) {
      for index in photos.indices { photos[index].words = PhotoWords() }
    }
    var trip = SharedTrip(
      name: found?.trip.name, photos: photos, days: days ?? [:], showsTimes: !has(.noTimes),
      homeCountry: found?.homeCountry, language: language)
    let known = Dictionary(uniqueKeysWithValues: photos.map { ($0.id, $0) })
    photos = trip.numberPictures().enumerated().compactMap { index, id in
      var photo = known[id]
      photo?.id = Int64(index + 1)
      return photo
    }
    if withDiary { try add(library.read { try $0.diary() }, to: &trip, found?.trip.days) }
    return (trip, photos)
  }

  /// Adds what the diary says about the days of a trip, or about all days in the period of the options.
  private func add(_ diary: [DiaryEntry], to trip: inout SharedTrip, _ days: DaySpan?) throws {
    if let days { return trip.add(diary, ofTrip: days) }
    let period = try value(.datetime).map { try PhotoQuery.localTime($0) }
    trip.add(diary, in: period)
  }

  private func foundTrip(in library: PhotoIndex) throws -> (trip: FoundTrip, homeCountry: String?) {
    let day = try PhotoQuery.day("trip", value(.trip) ?? "")
    let journeys = try library.read { try $0.journeys() }
    guard let trip = journeys.trip(on: LocalDay(number: day)) else {
      throw usage("there is no trip with this day; list the trips with: geoindex trips")
    }
    let namer = JourneyNamer(library.places, in: language)
    let home = trip.home.map { journeys.homes[$0].coordinate }
    return (trip, home.flatMap { namer.names(of: $0)?.country })
  }

  /// The photos that a filter selects, in the language of the options; as guests see them if zones are hidden.
  func visiblePhotos(
    of library: PhotoIndex, _ filter: PhotoFilter, hidesZones: Bool
  ) throws -> [PhotoRecord] {
    let limit = try whole(.limit, in: 1...Int.max) ?? Int.max
    var photos: [PhotoRecord] = []
    try visible(library, hidesZones).read { reader in
      reader.language = language
      try reader.forEachPhoto(filter, limit: limit) { photos.append($0) }
    }
    return photos
  }

  /// The index with the positions that a site shows.
  private func visible(_ index: PhotoIndex, _ hidesZones: Bool) throws -> PhotoIndex {
    let zones = try hidesZones ? SharedRegisters(self, toWrite: false).zones.entries() : []
    let grid = try value(.precision).map { try PrivacyZone.grid($0, "precision") }
    guard !zones.isEmpty || grid != nil else { return index }
    return try PhotoIndex(
      index, through: PrivacyFilter(zones: zones, everywhere: grid, revision: 0))
  }
}

/// What a site consists of.
struct Site {
  /// The photos whose pictures it has, under their ids.
  var photos: [PhotoRecord]

  /// Whether it also has copies of their files.
  var hasOriginals = false

  /// Whether the ids are numbers in the order of the page, so that those of another selection are other pictures.
  var numbersPictures = false

  /// The other files in the order in which they are written: the page comes last, so that it never names what is not
  /// there yet.
  var files: [SiteFile]
}

/// A file of a site.
struct SiteFile {
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
