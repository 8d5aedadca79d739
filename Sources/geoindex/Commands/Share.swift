internal import GeoIndexClient
internal import Glibc
internal import MapService
internal import PhotoExchange
internal import PhotoFacts
internal import Sharing

extension Option {
  static let expires = Option(
    "--expires", "TIME", "validity of the link: 12h, 7d, 4w (default: 7d)")
  static let precision = Option(
    "--precision", "METRES", "show positions rounded to cells of this width, at least 10")
  static let paths = Option("--paths", nil, "guests see the folders of the photos too")
  static let noWords = Option(
    "--no-words", nil, "guests see no titles, captions, keywords, people and ratings")
  static let noNames = Option("--no-names", nil, "guests do not see the names of the files")
  static let noTimes = Option(
    "--no-times", nil, "with --trip: show the dates of the photos, but not the times of the day")
  static let diary = Option("--diary", nil, "with --trip: show what the diary says about it")
  static let by = Option("--by", "NAME", "who shares; guests read it")
  static let list = Option("--list", nil, "list the valid links")
  static let revoke = Option("--revoke", "ID", "revoke a link")
}

extension Command {
  static let share = Command(
    name: "share",
    summary: "make a link that shows a part of the photos for a limited time",
    options: [
      .expires, .bbox.saying("only photos in this box of degrees"),
      .datetime.saying("only photos taken in this period: 2024-05-01/2024-06-01"),
      .path.saying("only photos whose path matches, such as '2024/*'"),
      .filter.saying(
        "only photos in a drawing: S_INTERSECTS with polygons, S_DWITHIN with lines, AND, OR, NOT"),
      .trip.saying("only this trip (its ID or any of its days), as a page of its own"), .precision,
      .paths, .noNames, .noWords, .noTimes, .diary, .by,
      .baseURL.saying("the public address of the server (default: http://127.0.0.1:8080)"),
      .qr.saying("show the link as a QR code, for a phone; needs --base-url"), .list, .revoke,
    ],
    notes: """
      Prints a link. Its guests see the map without a password (see serve --auth-file), but only the
      photos that match the filters: in lists, counts, tiles, exports, thumbnails and originals. They
      cannot change anything. Names of folders are shown only with --paths, names of files unless
      --no-names is given. Keep the link as secret as a password. Originals contain all metadata of
      the camera; with --precision they are JPEGs without metadata. No link shows photos that a zone
      hides (see zone).

      With --trip the link opens a page of the trip, with its map, days, pictures and texts, and nothing
      else of the server: pictures are made anew without metadata, and their names are numbers. It shows
      these days only, also if the trip is longer later. Photos at home and rejected ones are left out.

      The list of links and the keys that sign them are files beside the index. With --db postgres://…
      they are in the record, and all its servers accept a link.
      """,
    examples: [
      ("geoindex share --precision 1000", "positions to within a kilometre"),
      ("geoindex share --path '2024-paris/*' --expires 4w", "a folder, for four weeks"),
      (
        "geoindex share --filter 'S_INTERSECTS(geometry,POLYGON((7 43,8 43,7 44,7 43)))'",
        "a drawn area"
      ),
      (
        "geoindex share --trip 2024-04-03 --precision 1000 --no-times --by Ada",
        "a page of a trip, without exact positions and times"
      ),
      (
        "geoindex share --base-url https://photos.example --qr",
        "the link also as a QR code, for a phone"
      ),
      ("geoindex share --list", "all valid links with their IDs"),
      ("geoindex share --revoke Vb3kR8sQ", "revoke a link at once"),
    ],
    run: { try ShareCommand(arguments: $0).run() })
}

private struct ShareCommand {
  let arguments: ParsedArguments

  func run() throws -> ExitCode {
    if try !Locations.exists(Locations.database(arguments)) {
      _ = try Locations.openForReading(arguments)
    }
    let register = try SharedRegisters(arguments, toWrite: !arguments.has(.list)).links
    if arguments.has(.list) { return try list(register) }
    if let id = arguments.value(.revoke) {
      guard try register.revoke(id) else {
        throw arguments.usage("there is no link \(id); list the links with --list")
      }
      return .done
    }
    return try add(to: register)
  }

  private func add(to register: ShareRegister) throws -> ExitCode {
    let restrictions: [Option] = [.bbox, .datetime, .path, .filter, .trip, .precision, .by]
    let filters = restrictions.reduce(into: [String: String]()) { filters, option in
      filters[option.word] = arguments.value(option)
    }.merging(try visibility()) { filter, _ in filter }
    if let option = [Option.noTimes, .diary].first(where: arguments.has), !arguments.has(.trip) {
      throw arguments.usage("\(option.name) is only for a link to a trip: give --trip too")
    }
    let terms = try ShareTerms(
      id: ShareRegister.newID(), expires: time(nil) + ShareTerms.lifetime(lifetime),
      filters: filters.naming(tripIn: Locations.openForReading(arguments)))
    try warn(of: terms)
    let token = try register.add(terms)
    let base = try arguments.baseURL() ?? Self.usualAddress
    let address = terms.address(token, at: base)
    if arguments.has(.qr) { showCode(of: address, base) }
    guard arguments.has(.json) else {
      try Output.standard.write(address + "\n")
      return .done
    }
    try Output.standard.writeJSON(NewShare(terms: terms, url: address))
    return .done
  }

  /// The terms about folders and names of files.
  private func visibility() throws -> [String: String] {
    guard !arguments.has(.paths) || !arguments.has(.noNames) else {
      throw arguments.usage("--paths and --no-names exclude each other: a path ends with the name")
    }
    guard !arguments.has(.paths) || !arguments.has(.trip) else {
      throw arguments.usage(
        "--paths and --trip exclude each other: the page of a trip has no folders")
    }
    return [Option.paths, .noNames, .noWords, .noTimes, .diary].reduce(into: [:]) { terms, option in
      if arguments.has(option) { terms[option.word] = "yes" }
    }
  }

  /// Shows the link as a QR code, unless it leads a phone to itself.
  private func showCode(of address: String, _ base: String) {
    guard ServerAddress(base)?.isLocal == false else {
      return Console.error(
        "geoindex: only this machine can open \(base), so there is no QR code; give the address of the server "
          + "in the network with --base-url")
    }
    Console.showCode(of: address)
  }

  /// Warns if a link shows less or more than its owner probably intends.
  private func warn(of terms: ShareTerms) throws {
    guard !arguments.has(.quiet) else { return }
    if try terms.matchCount(in: Locations.openForReading(arguments)) == 0 {
      Console.error(
        "geoindex: no photo on the map matches this link now; its guests see an empty map")
    }
    if try isServerOpen() {
      Console.error(
        """
        geoindex: the server asks for no password, so this link restricts nothing there; start it \
        with --auth-file or $GEOINDEX_AUTH
        """)
    }
  }

  /// Whether a server on this machine needs no password.
  ///
  /// Servers elsewhere are not checked, because a response may take long.
  private func isServerOpen() throws -> Bool {
    let base = try arguments.baseURL() ?? Self.usualAddress
    guard let address = ServerAddress(base), address.isLocal, !address.isEncrypted,
      let server = try? ServerConnection(base, arguments)
    else { return false }
    return (try? server.exchange(Endpoint.collections().request))?.status == 200
  }

  private static let usualAddress = "http://127.0.0.1:8080"

  private func list(_ register: ShareRegister) throws -> ExitCode {
    let links = try register.links().filter { $0.expires > time(nil) }
    for id in try register.unreadableLinks() {
      Console.error(
        "geoindex: link \(id) cannot be read and is not valid; revoke it with: geoindex share --revoke \(id)"
      )
    }
    if arguments.has(.json) {
      try Output.standard.writeJSON(links)
      return .done
    }
    for link in links {
      let filters = link.filters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let what = filters.isEmpty ? "all photos" : filters.joined(separator: " ")
      try Output.standard.write("\(link.id)  until \(link.expiryText)  \(what)\n")
    }
    return .done
  }

  /// The lifetime of the link.
  private var lifetime: String { arguments.value(.expires) ?? ShareTerms.usualLifetime }
}
