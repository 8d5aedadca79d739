// One declaration per property, in the order of features.
extension PhotoProperty {
  /// All properties, in the order of features, in which values are also applied to facts.
  public static let all: [PhotoProperty] = [
    id, geometry, path, root, filename, media, size, width, height, orientation,
    takenAt, takenAtLocal, timeSource, altitude, direction, accuracy, locationSource,
    fieldOfView, pitch, roll, relativeAltitude,
    countryCode, country, region, regionCode, place, placeId, placeDistance, area, timeZone, flight,
    doubt,
    cameraMake, cameraModel, lens, software,
    title, caption, keywords, keywordPaths, people, rating, label, favourite, creator, copyright,
    pathBytes, rootBytes,
  ]

  /// The id of the photo.
  public static let id = PhotoProperty(
    "id", .integer(1...Int64.max), .feature, column: .grid, title: "Number of the photo",
    details: "Stable for the life of the photo, also if its file is moved.")

  /// The position.
  public static let geometry = PhotoProperty(
    "geometry", .geometry, .feature, column: .grid, title: "Where it was taken")

  /// The path below the root.
  public static let path = PhotoProperty(
    "path", .path, .library, column: .path, title: "Path below the scanned folder",
    get: { file, _ in file.path.map(PropertyValue.path) },
    set: { file, _, value, _ in file.path = value.path })

  /// The scanned folder.
  public static let root = PhotoProperty(
    "root", .path, .library, column: .root, title: "Scanned folder",
    get: { file, _ in file.root.map(PropertyValue.path) },
    set: { file, _, value, _ in file.root = value.path })

  /// The last component of the path.
  public static let filename = PhotoProperty(
    "filename", .path, .file, column: .photo("name"), title: "Name of the file",
    get: { file, _ in file.name.map(PropertyValue.path) },
    set: { file, _, value, _ in if file.path == nil { file.path = value.path } })

  /// The format of the file.
  public static let media = PhotoProperty(
    "media", .word(MediaFormat.allCases.map { Word(code: $0.rawValue, name: $0.mimeType) }), .file,
    column: .photo("format"), title: "MIME type", label: "format",
    get: { _, facts in facts.format.map { .word($0.mimeType) } },
    set: { _, facts, value, _ in facts.format = value.text.flatMap(MediaFormat.init(mimeType:)) })

  /// The size of the file.
  public static let size = PhotoProperty(
    "size", .integer(0...1 << 60), .file, column: .photo("size"), title: "Bytes in the file",
    get: { file, _ in file.size.map(PropertyValue.integer) },
    set: { file, _, value, _ in file.size = value.integer })

  /// The width of the upright picture; set together with the height.
  public static let width = PhotoProperty(
    "width", .integer(1...1 << 31), .picture, column: .photo("width"),
    title: "Width in pixels as shown",
    get: { _, facts in facts.shownSize.map { .integer(Int64($0.width)) } })

  private static let widthPosition = width.position

  /// The height of the upright picture.
  public static let height = PhotoProperty(
    "height", .integer(1...1 << 31), .picture, column: .photo("height"),
    title: "Height in pixels as shown",
    get: { _, facts in facts.shownSize.map { .integer(Int64($0.height)) } },
    set: { _, facts, value, others in
      guard let width = widthPosition.flatMap({ others[at: $0]?.integer }),
        let height = value.integer
      else { return }
      facts.shownSize = PixelSize(width: Int(width), height: Int(height))
    })

  /// The orientation of the stored picture.
  public static let orientation = PhotoProperty(
    "orientation", .integer(1...8), .picture, column: .photo("orientation"),
    title: "Exif orientation, 1 to 8",
    get: { _, facts in .integer(Int64(facts.orientation.rawValue)) },
    set: { _, facts, value, _ in
      guard let orientation = value.integer.flatMap({ Orientation(rawValue: UInt8(clamping: $0)) })
      else { return }
      let shown = facts.shownSize
      facts.orientation = orientation
      facts.shownSize = shown
    })

  /// The instant.
  public static let takenAt = PhotoProperty(
    "takenAt", .moment, .time, column: .grid, title: "When it was taken",
    details: """
      In filters and sortby, a local time without an offset is read as UTC, as in datetime; \
      timeSource = 'local' selects such photos.
      """,
    label: "taken",
    get: { _, facts in
      guard let time = facts.time, let instant = time.instantMilliseconds else { return nil }
      return .moment(
        instant, offsetMinutes: time.localMilliseconds == nil ? nil : time.utcOffsetMinutes)
    },
    set: { _, facts, value, _ in facts.time = CaptureTime(value) })

  /// The local time of the camera.
  public static let takenAtLocal = PhotoProperty(
    "takenAtLocal", .clock, .time, column: .photo("local_time"),
    title: "Local time of the camera", details: "Such as 2024-05-01T12:00:00.",
    label: "taken, local",
    get: { _, facts in (facts.time?.localMilliseconds).map(PropertyValue.clock) },
    set: { _, facts, value, _ in
      if let instant = facts.time { return facts.time = instant.adding(clock: value) }
      // A value in UTC is the local time here, unlike in `takenAt`.
      if case .moment(let instant, nil) = value {
        facts.time = CaptureTime(.moment(instant, offsetMinutes: 0))
      } else {
        facts.time = CaptureTime(value)
      }
    })

  /// How the instant is known.
  public static let timeSource = PhotoProperty(
    "timeSource", .word(TimeSource.allCases.map { Word(code: $0.rawValue, name: $0.name) }), .time,
    column: .photo("time_source"), title: "How the time is known", label: "time from",
    get: { _, facts in (facts.time?.source).map { .word($0.name) } },
    set: { _, facts, value, _ in
      guard let name = value.text, let source = TimeSource(name: name) else { return }
      facts.time = facts.time?.known(by: source)
    })

  /// Metres above sea level.
  public static let altitude = PhotoProperty(
    "altitude", .number, .location, column: .photo("altitude"), title: "Metres above sea level",
    unit: " m",
    get: { _, facts in (facts.place.location?.altitude).map(PropertyValue.number) },
    set: { _, facts, value, _ in facts.place.location?.altitude = value.number })

  /// The direction of view.
  public static let direction = PhotoProperty(
    "direction", .number, .location, column: .photo("direction"),
    title: "Direction the camera faced, in degrees from true north", unit: "°",
    get: { _, facts in (facts.place.location?.direction).map(PropertyValue.number) },
    set: { _, facts, value, _ in facts.place.location?.direction = value.number })

  /// The horizontal error of the position.
  public static let accuracy = PhotoProperty(
    "accuracy", .number, .location, column: .photo("accuracy"),
    title: "Expected error of the position, in metres", unit: " m",
    get: { _, facts in (facts.place.location?.accuracy).map(PropertyValue.number) },
    set: { _, facts, value, _ in facts.place.location?.accuracy = value.number })

  /// The source of the position.
  public static let locationSource = PhotoProperty(
    "locationSource",
    .word(LocationSource.allCases.map { Word(code: $0.rawValue, name: $0.name) }), .location,
    column: .grid, title: "Source of the position",
    get: { _, facts in (facts.place.location?.source).map { .word($0.name) } },
    set: { _, facts, value, _ in
      guard let name = value.text, let source = LocationSource(name: name) else { return }
      facts.place.location?.source = source
    })

  /// The horizontal angle of view.
  public static let fieldOfView = PhotoProperty(
    "fieldOfView", view: \.fieldOfView, .picture, column: "field_of_view",
    title: "Angle from the left to the right edge of the picture, in degrees",
    details: "360 is a whole panorama.", unit: "°")

  /// The angle above the horizon.
  public static let pitch = PhotoProperty(
    "pitch", view: \.pitch, .location,
    title: "Angle of the camera above the horizon, in degrees",
    details: "−90 is straight down.", unit: "°")

  /// The angle around the axis of the lens.
  public static let roll = PhotoProperty(
    "roll", view: \.roll, .location,
    title: "Angle by which the camera was turned clockwise, in degrees", unit: "°")

  /// The height above the point of take-off.
  public static let relativeAltitude = PhotoProperty(
    "relativeAltitude", view: \.relativeAltitude, .location, column: "relative_altitude",
    title: "Metres above the point of take-off", details: "Written by drones.",
    label: "over take-off", unit: " m")

  /// The code of the country.
  public static let countryCode = PhotoProperty(
    "countryCode", place: \.countryCode, title: "Country by ISO 3166-1, such as DE",
    details: "Absent on the high seas.")

  /// The country.
  public static let country = PhotoProperty(
    "country", place: \.country, title: "Country")

  /// The state or province.
  public static let region = PhotoProperty(
    "region", place: \.region, title: "State or province")

  /// The code of the state or province.
  public static let regionCode = PhotoProperty(
    "regionCode", place: \.regionCode, title: "State or province by GeoNames' code, such as DE.02")

  /// The settlement that a person would name.
  public static let place = PhotoProperty(
    "place", place: \.place, title: "Settlement that a person would name")

  /// The number of the settlement.
  public static let placeId = PhotoProperty(
    "placeId", .integer(0...1 << 32), .place, column: .locality,
    title: "GeoNames' number of the settlement",
    get: { _, facts in facts.name(\.placeID).map { .integer(Int64($0)) } },
    set: { _, facts, value, _ in facts.setName(\.placeID, value.integer.map(Int.init)) })

  /// The distance to the settlement.
  public static let placeDistance = PhotoProperty(
    "placeDistance", .number, .place, column: nil,
    title: "Metres to the centre of the settlement", unit: " m",
    get: { _, facts in facts.name(\.placeDistance).map { .integer(Int64($0.rounded())) } },
    set: { _, facts, value, _ in facts.setName(\.placeDistance, value.number) })

  /// The name of a polygon of the boundaries.
  public static let area = PhotoProperty(
    "area", place: \.area, title: "Smallest polygon of the boundaries that contains the position",
    details: "Known only with boundaries: geoindex places --boundaries FILE.gpkg.")

  /// The time zone.
  public static let timeZone = PhotoProperty(
    "timeZone", place: \.timeZone, title: "Time zone, such as Europe/Berlin")

  /// The flight.
  public static let flight = PhotoProperty(
    "flight", .text, .location, column: nil,
    title: "Flight on which it was taken, such as flight Berlin – Lisbon",
    details: """
      Known only to owners, and only in answers of the server to requests whose properties name it: it is found by the \
      photos before and after, and no other request waits for that. The filter flight selects such photos.
      """,
    get: { _, facts in facts.name(\.flight).map(PropertyValue.text) },
    set: { _, facts, value, _ in facts.setName(\.flight, value.text) })

  /// Why the position is doubted.
  public static let doubt = PhotoProperty(
    "doubt",
    .word(DoubtReason.allCases.enumerated().map { Word(code: UInt8($0), name: $1.rawValue) }),
    .location,
    column: nil, title: "Why the position is doubted",
    details: """
      Known only to owners, and only in answers of the server to requests whose properties name it, as with flight. \
      The filter doubt selects such photos, and /doubts has the evidence.
      """,
    get: { _, facts in facts.name(\.doubt).map { .word($0.rawValue) } },
    set: { _, facts, value, _ in facts.setName(\.doubt, value.text.flatMap(DoubtReason.init)) })

  /// The maker of the camera.
  public static let cameraMake = PhotoProperty(
    "cameraMake", camera: "make", title: "Maker of the camera", label: "camera",
    get: { $0.camera.make }, set: { $0.camera.make = $1 })

  /// The model of the camera.
  public static let cameraModel = PhotoProperty(
    "cameraModel", camera: "model", title: "Model of the camera", label: "model",
    get: { $0.camera.model }, set: { $0.camera.model = $1 })

  /// The lens.
  public static let lens = PhotoProperty(
    "lens", camera: "lens", title: "Lens",
    get: { $0.camera.lens }, set: { $0.camera.lens = $1 })

  /// The program that wrote the file.
  public static let software = PhotoProperty(
    "software", camera: "software", title: "Program that wrote the file",
    details: "An editor, or the firmware of the camera.",
    get: { $0.software }, set: { $0.software = $1 })

  /// The title.
  public static let title = PhotoProperty("title", words: \.title, title: "Title")

  /// The description.
  public static let caption = PhotoProperty(
    "caption", words: \.caption, title: "Description", details: "It may have several lines.")

  /// The words for what it shows.
  public static let keywords = PhotoProperty(
    "keywords", words: \.keywords, title: "What the photo shows")

  /// The same in hierarchies.
  public static let keywordPaths = PhotoProperty(
    "keywordPaths", words: \.keywordPaths, column: "keyword_paths",
    title: "Keywords in hierarchies, such as Places/Sea/Baltic")

  /// The names of the people.
  public static let people = PhotoProperty(
    "people", words: \.people, title: "People in the photo")

  /// The number of stars.
  public static let rating = PhotoProperty(
    "rating", .integer(Int64(PhotoWords.ratings.lowerBound)...Int64(PhotoWords.ratings.upperBound)),
    .words, column: .photo("rating"), title: "Stars from 0 to 5",
    details: "−1 means that the photo was rejected.",
    get: { _, facts in (facts.word(\.rating) ?? nil).map { .integer(Int64($0)) } },
    set: { _, facts, value, _ in facts.words.rating = value.integer.map(Int.init) })

  /// The mark of an editor.
  public static let label = PhotoProperty(
    "label", words: \.label, title: "Mark of an editor, such as a colour")

  /// Whether it is a favourite.
  public static let favourite = PhotoProperty(
    "favourite", .truth, .words, column: .photo("favourite"), title: "Whether it is a favourite",
    get: { _, facts in (facts.word(\.isFavourite) ?? nil).map(PropertyValue.truth) },
    set: { _, facts, value, _ in facts.words.isFavourite = value.truth })

  /// The photographer.
  public static let creator = PhotoProperty("creator", words: \.creator, title: "Photographer")

  /// The note of copyright.
  public static let copyright = PhotoProperty(
    "copyright", words: \.copyright, title: "Copyright")

  /// The percent-encoded path, if it is not UTF-8.
  public static let pathBytes = PhotoProperty(
    "pathBytes", .encodedPath, .library, column: nil,
    title: "The percent-encoded path, if it is not UTF-8",
    get: { file, _ in (file.path?.percentEncodedWhereNeeded).map(PropertyValue.word) },
    set: { file, _, value, _ in file.path = value.path })

  /// The percent-encoded root, if it is not UTF-8.
  public static let rootBytes = PhotoProperty(
    "rootBytes", .encodedPath, .library, column: nil,
    title: "The percent-encoded folder, if it is not UTF-8",
    get: { file, _ in (file.root?.percentEncodedWhereNeeded).map(PropertyValue.word) },
    set: { file, _, value, _ in file.root = value.path })
}

extension PhotoFacts {
  /// Sets one of the names of the position.
  mutating func setName<Value>(
    _ path: WritableKeyPath<PlaceDescription, Value?>, _ value: Value?
  ) {
    var names = names ?? PlaceDescription()
    names[keyPath: path] = value
    self.names = names
  }
}

extension CaptureTime {
  /// The time of a value; nil if it is not a time.
  fileprivate init?(_ value: PropertyValue) {
    switch value {
    case .clock(let local): self.init(localMilliseconds: local)
    case .moment(let instant, nil): self.init(instantMilliseconds: instant, source: .offsetTag)
    case .moment(let instant, let offset?):
      self.init(
        localMilliseconds: instant + Int64(offset) * Self.millisecondsPerMinute,
        utcOffsetMinutes: offset, source: .offsetTag)
    default: return nil
    }
  }

  /// The same instant with a local time, if both differ by a possible offset.
  fileprivate func adding(clock value: PropertyValue) -> CaptureTime {
    guard localMilliseconds == nil, let instantMilliseconds, let local = value.clock else {
      return self
    }
    let (minutes, rest) = (local - instantMilliseconds)
      .quotientAndRemainder(dividingBy: Self.millisecondsPerMinute)
    guard rest == 0, abs(minutes) <= 1_440 else { return self }
    return CaptureTime(
      localMilliseconds: local, utcOffsetMinutes: Int(minutes), source: source)
  }

  /// The same time with another source.
  fileprivate func known(by source: TimeSource) -> CaptureTime {
    switch (localMilliseconds, utcOffsetMinutes, instantMilliseconds) {
    case (let local?, let offset?, _):
      CaptureTime(localMilliseconds: local, utcOffsetMinutes: offset, source: source)
    case (nil, _, let instant?): CaptureTime(instantMilliseconds: instant, source: source)
    default: self
    }
  }
}
