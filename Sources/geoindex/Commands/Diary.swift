internal import Files
internal import Geography
internal import Journeys
internal import JSON
internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex

extension Option {
  static let write = Option(
    "--write", "WHAT",
    "write about a day (2024-04-03), a trip (trip:2024-04-03) or a place (48.1,11.6): the text is read from the input; "
      + "an empty one removes it")

  fileprivate static let originals = Option(
    "--originals", nil, "also copy the files of the photos, which have their positions")
}

extension Command {
  static let diary = Command(
    name: "diary",
    summary: "write about days, trips and places, and export a diary with its photos",
    operands: "[DIR]",
    operandCount: 0...1,
    options: [
      .write, .undo.saying("undo an act of the diary"), .datetime, .trip, .precision,
      .noWords.saying("without titles and captions of photos"),
      .noTimes.saying("show the dates of the photos, but not the times of the day"),
      .originals, .language.saying("the language of the page"), .staticFiles, .cache,
    ],
    notes: """
      Without DIR, the texts are printed. A text is Markdown; it is an act in the notes, as positions and
      words are, and each change can be undone.

      With DIR, the folder gets a page with map, route, texts and pictures in the order of time
      (index.html), the same as Markdown (diary.md), the positions as GeoJSON and GPX, and the pictures
      without metadata; with --originals also the files of the photos as they are. It needs no server; opened from a disk, the page lacks only the map. It is for
      you: zones do not apply. For others, see share --trip --diary and site --trip --diary.
      """,
    examples: [
      ("echo 'First snow.' | geoindex diary --write 2024-04-03", "write about a day"),
      ("geoindex diary", "all texts"),
      ("geoindex diary --trip 2024-04-03 rome", "the diary of a trip, with its photos"),
      ("geoindex diary --datetime 2024 year", "that of a year"),
    ],
    run: { try DiaryCommand(arguments: $0).run() })
}

private struct DiaryCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    if arguments.has(.undo) { return try arguments.undoAct(.diary) }
    if let subject = arguments.value(.write) { return try write(subject) }
    return try arguments.paths.isEmpty ? list() : export()
  }

  private func write(_ subject: String) throws -> ExitCode {
    guard arguments.paths.isEmpty else { throw arguments.usage("--write needs no folder") }
    let order: DiaryOrder
    do {
      order = try DiaryOrder(about: subject, Self.input())
    } catch {
      throw arguments.usage("--write \(subject): \(error.reason)")
    }
    let index = try Locations.openForWriting(arguments)
    do {
      let act = try NotesWriter(index).correct(by: arguments.author) { [try order.stored($0)] }
      if let act, !arguments.has(.quiet) { Console.error("act \(act.number)") }
    } catch let problem as InputProblem {
      throw arguments.usage("--write \(subject): \(problem.reason)")
    }
    return .done
  }

  /// The text of the standard input.
  private static func input() -> String {
    var lines: [String] = []
    while let line = readLine(strippingNewline: false) {
      lines.append(line)
      // One that is too long is refused, however long it is.
      if lines.count > DiaryEntry.longest { break }
    }
    return lines.joined()
  }

  private func list() throws -> ExitCode {
    let diary = try Locations.openForReading(arguments).read { try $0.diary() }
    if arguments.has(.json) {
      try Output.standard.writeJSON(DiaryList(diary))
      return .done
    }
    for entry in diary {
      let subject =
        switch entry.subject {
        case .day(let day): day.description
        case .trip(let days): "\(days.lowerBound) – \(days.upperBound)"
        case .place(let place): "\(place.latitude), \(place.longitude)"
        }
      let text = entry.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { "  " + PhotoPrinter.printable(String($0)) }.joined(separator: "\n")
      try Output.standard.write("\(subject)\n\(text)\n\n")
    }
    if diary.isEmpty, !arguments.has(.quiet) {
      Console.error(
        "geoindex: the diary is empty; write in it with: geoindex diary --write 2024-04-03")
    }
    return .done
  }

  private func export() throws -> ExitCode {
    guard !arguments.has(.datetime) || !arguments.has(.trip) else {
      throw arguments.usage("--datetime and --trip exclude each other")
    }
    guard let page = try Locations.staticFiles(arguments) else {
      throw arguments.usage("the map page is not found: run scripts/install, or give --static DIR")
    }
    try OutputTarget(arguments.paths[0], arguments).check()
    let library = try Locations.openForReading(arguments)
    let (trip, photos) = try arguments.sharedTrip(of: library, hidesZones: false, withDiary: true)
    guard !trip.days.isEmpty else {
      throw InputError(
        description: "no photo and no text is of that time; look at the texts with: geoindex diary")
    }
    var site = try arguments.site(trip, photos, page)
    site.hasOriginals = arguments.has(.originals)
    let originals = site.hasOriginals ? photos.map { ($0.id, SitePictures.original($0)) } : []
    let texts = [
      SiteFile(
        "diary.md", trip.markdown(originals: Dictionary(uniqueKeysWithValues: originals))),
      SiteFile("photos.geojson", Self.list(photos, .geojson)),
      SiteFile("photos.gpx", Self.list(photos, .gpx)),
    ]
    site.files.insert(contentsOf: texts, at: site.files.count - 1)
    try arguments.write(site, of: library, page)
    return .done
  }

  /// The positions and times, under the numbers of the pictures.
  private static func list(_ photos: [PhotoRecord], _ format: PhotoFileFormat) -> [UInt8] {
    let names = ["takenAt", "takenAtLocal", "title", "caption"]
    var list = PhotoListWriter(format, properties: PropertySelection(names) ?? .none)
    list.begin(matched: photos.count, returned: photos.count)
    for photo in photos { list.write(photo) }
    list.end()
    return list.take()
  }
}
