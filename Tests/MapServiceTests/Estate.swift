import BaseMaps
import Files
import Foundation
import Geography
import HTTPServer
import MapService
import People
import PhotoFacts
import Grid
import PhotoIndex
import TestSupport
import Testing
import Sharing

/// One synthetic library in two indexes: one with zones, and one from which the photos of those zones were really
/// removed or in which they were really moved.
///
/// Guests of both must get the same responses, byte for byte.
final class Estate {
  let guarded: GuestDoor
  let truth: GuestDoor
  let zones: [PrivacyZone]

  /// The numbers of photos removed and moved.
  var removed: Int { removedIDs.count }
  var moved: Int { movedIDs.count }
  private(set) var removedIDs: Set<Int64> = []
  private(set) var movedIDs: Set<Int64> = []
  let count: Int

  let folder: TemporaryDirectory

  /// The index with the zones.
  var index: FilePath { FilePath(folder.file("guarded.sqlite")) }

  private var random: SeededRandom
  private var files: [(id: Int64, directory: Int, file: ReadFile)] = []

  private static let folders: [(root: String, path: String)] = [
    ("/photos", "trips/2020"), ("/photos", "home"), ("/backup", ""), ("/backup", "home"),
  ]

  init(
    seed: UInt64, count: Int, zones: Int = 4, precision: String? = nil,
    filters: [String: String] = [:]
  ) throws {
    self.count = count
    folder = try TemporaryDirectory()
    var random = SeededRandom(seed: seed)
    let paths = [folder.file("guarded.sqlite"), folder.file("truth.sqlite")].map { FilePath($0) }
    let indexes = try paths.map { try PhotoIndex(path: $0, access: .writing) }
    self.zones = try (0..<zones).map { try Self.zone($0, &random) }
    self.random = random
    var terms = filters
    terms["precision"] = precision
    try Data(Self.hills).write(to: URL(fileURLWithPath: folder.file("hills.pmtiles")))
    var options = MapService.Options()
    options.baseMaps = BaseMapFiles(files: [Array(folder.file("hills.pmtiles").utf8)], folder: nil)
    guarded = try GuestDoor(indexes[0], terms, options: options)
    truth = try GuestDoor(indexes[1], filters, options: options)
    draw(around: self.zones)
    for index in indexes { try store(in: index) }
    let register = ZoneRegister(index: paths[0])
    for zone in self.zones { #expect(try register.add(zone)) }
    try change(indexes[1], precision.flatMap(Double.init).flatMap { CoarseGrid(metres: $0) })
  }

  /// Elevations of the world, of which pixels beside each other differ by up to four kilometres.
  private static let hills: [UInt8] = {
    var writer = ReliefWriter()
    writer.add(zoom: 2, columns: 0...3, rows: 0...3) { x, y in
      Double((x * 7_919 + y * 104_729) % 4_000)
    }
    return writer.file()
  }()

  private static func zone(_ number: Int, _ random: inout SeededRandom) throws -> PrivacyZone {
    let places: [(Double, Double)] = [
      (48.8584, 2.2945), (-16.8, 179.999), (89.9, 10), (-33.85, 151.2), (0, 0), (52.52, -179.9999),
    ]
    let place = places[(number + Int.random(in: 0..<places.count, using: &random)) % places.count]
    let reach = [150, 900, 20_000, 300_000].randomElement(using: &random) ?? 900
    let widths: [String?] = [nil, nil, "50", "1000", "25000"]
    let coarse = widths.randomElement(using: &random) ?? nil
    if Bool.random(using: &random) {
      return try PrivacyZone(
        name: "zone \(number)", circle: "\(place.0),\(place.1),\(reach)", box: nil, coarse: coarse)
    }
    let half = Double(reach) / 100_000
    let west = place.1 - half < -180 ? place.1 - half + 360 : place.1 - half
    let east = place.1 + half > 180 ? place.1 + half - 360 : place.1 + half
    let box = "\(west),\(max(-90, place.0 - half)),\(east),\(min(90, place.0 + half))"
    return try PrivacyZone(name: "zone \(number)", circle: nil, box: box, coarse: coarse)
  }

  /// Random photos in and around the zones, on their edges, and all over the world.
  private func draw(around zones: [PrivacyZone]) {
    let centres = zones.map(Self.centre)
    for number in 1...count {
      let place = place(near: centres)
      files.append((Int64(number), directory(of: place, zones), file(number, place)))
    }
  }

  private static func centre(of zone: PrivacyZone) -> Coordinate? {
    switch zone.area {
    case .circle(let centre, _): centre
    case .box(let box): Coordinate(latitudeE7: box.southE7, longitudeE7: box.westE7)
    }
  }

  /// The last folder has no visible photo; another root has a folder of the same name.
  private func directory(of place: Coordinate, _ zones: [PrivacyZone]) -> Int {
    if zones.contains(where: { $0.treatment == .hidden && Self.contains($0, place) }),
      Bool.random(using: &random)
    {
      return 3
    }
    return Int.random(in: 0..<3, using: &random)
  }

  private func place(near centres: [Coordinate?]) -> Coordinate {
    let centre =
      Int.random(in: 0..<4, using: &random) > 0 ? centres.randomElement(using: &random) : nil
    let reaches: [Double] = [0, 0.001, 0.01, 0.2, 3]
    let reach = reaches.randomElement(using: &random) ?? 1
    var latitude = Double.random(in: -90...90, using: &random)
    var longitude = Double.random(in: -180...180, using: &random)
    if case let centre?? = centre {
      latitude = centre.latitude + Double.random(in: -reach...reach, using: &random)
      longitude = centre.longitude + Double.random(in: -reach...reach, using: &random)
    }
    let wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    return Coordinate(latitude: max(-90, min(90, latitude)), longitude: wrapped)
      ?? place(near: centres)
  }

  private func pick<Value>(_ values: [Value?]) -> Value? {
    values.randomElement(using: &random) ?? nil
  }

  private func file(_ number: Int, _ place: Coordinate) -> ReadFile {
    var location = Location(place, source: pick([.exif, .xmp, .takeout]) ?? .exif)
    location.altitude = pick([nil, -3.5, 120, 2_500.25])
    location.direction = pick([nil, 0, 90.5])
    location.accuracy = pick([nil, 4])
    var facts = PhotoFacts(place: .located(location), format: pick([.jpeg, .heic, .mp4]))
    facts.view = PhotoView(
      fieldOfView: pick([nil, 70, 360]), pitch: pick([nil, nil, -75]), roll: pick([nil, 3]),
      relativeAltitude: pick([nil, 90]))
    let clock =
      1_500_000_000_000 + Int64.random(in: 0..<400, using: &random) * 86_400_000
      + Int64.random(in: 0..<4, using: &random) * 3_600_000
    facts.time = pick([
      nil, CaptureTime(localMilliseconds: clock),
      CaptureTime(localMilliseconds: clock, utcOffsetMinutes: 120, source: .offsetTag),
      CaptureTime(localMilliseconds: clock, utcOffsetMinutes: 540, source: .place),
    ])
    facts.camera = Camera(make: pick([nil, "Lumo"]), model: pick([nil, "F2"]), lens: nil)
    facts.storedSize = PixelSize(width: 400, height: 300)
    return ReadFile(
      name: Array("\(number).jpg".utf8),
      stamp: FileStamp(size: Int64(number), modified: 7, inode: UInt64(number)), facts: facts)
  }

  private func store(in index: PhotoIndex) throws {
    try index.write { writer in
      for number in Self.folders.indices {
        let id = try directory(number, writer)
        for (_, own, file) in files where own == number { _ = try writer.add(file, in: id) }
      }
    }
    // In the order of storing.
    files.sort { ($0.directory, $0.id) < ($1.directory, $1.id) }
    for position in files.indices { files[position].id = Int64(position + 1) }
  }

  private func directory(_ number: Int, _ writer: IndexWriter) throws -> DirectoryID {
    let (root, path) = Self.folders[number]
    return try writer.markListed(FilePath(path), in: try writer.root(FilePath(root)), scan: 1).id
  }

  private static func contains(_ zone: PrivacyZone, _ place: Coordinate) -> Bool {
    switch zone.area {
    case .circle(let centre, let metres): centre.geodesic(to: place).distance <= metres
    case .box(let box): box.contains(place)
    }
  }

  /// Applies the zones to the photos by hand.
  private func change(_ index: PhotoIndex, _ everywhere: CoarseGrid?) throws {
    var changes: [(id: Int64, directory: Int, file: ReadFile?)] = []
    for (id, directory, file) in files {
      guard let place = file.facts.place.location?.coordinate else { continue }
      let own = zones.filter { Self.contains($0, place) }
      if own.contains(where: { $0.treatment == .hidden }) {
        changes.append((id, directory, nil))
        continue
      }
      let grids = own.compactMap { zone -> CoarseGrid? in
        guard case .coarse(let grid) = zone.treatment else { return nil }
        return grid
      }
      guard let grid = (grids + (everywhere.map { [$0] } ?? [])).max(by: { $0.metres < $1.metres })
      else { continue }
      changes.append((id, directory, Self.moved(file, to: grid.middle(around: place))))
    }
    removedIDs = Set(changes.filter { $0.file == nil }.map(\.id))
    movedIDs = Set(changes.map(\.id)).subtracting(removedIDs)
    let isEmptied = !files.contains { file in
      file.directory == 3 && !changes.contains { $0.id == file.id && $0.file == nil }
    }
    try index.write { writer in
      for (id, directory, file) in changes {
        guard let file else {
          try writer.remove(id)
          continue
        }
        try writer.update(id, with: file, in: try self.directory(directory, writer))
      }
      if isEmptied { try writer.removeDirectory(try self.directory(3, writer)) }
    }
  }

  private static func moved(_ file: ReadFile, to place: Coordinate) -> ReadFile {
    var file = file
    let source = file.facts.place.location?.source ?? .exif
    file.facts.place = .located(Location(place, source: source))
    file.facts.view = PhotoView()
    if let time = file.facts.time, time.source == .place, let local = time.localMilliseconds {
      file.facts.time = CaptureTime(localMilliseconds: local)
    }
    return file
  }
}

/// A service with a link for guests, or a user who sees a part.
struct GuestDoor {
  let service: MapService
  let token: String

  /// By what the guest or the user is known.
  private let proof: Headers
  private let keeper: AccessGuard

  /// Makes the door of a guest with a link, or of a user.
  init(
    _ index: PhotoIndex, _ filters: [String: String], user: User? = nil,
    options settings: MapService.Options = MapService.Options()
  ) throws {
    let register = ShareRegister(index: index.path)
    token = try register.add(ShareTerms(id: "guest", expires: .max, filters: filters))
    if var user {
      let token = Secret.newToken()
      user.tokens = [UserToken(token, expires: .max)]
      _ = try UserRegister(index: index.path).add(user)
      proof = ["Authorization": "Bearer \(token)"]
    } else {
      proof = ["Cookie": "geoindex-share=\(token)"]
    }
    let passwords = PasswordSource(Passwords(user: "ada", password: Array("swordfish".utf8)))
    let accounts = try UserAccounts(file: passwords, index: index)
    let check = PasswordCheck(accounts)
    var settings = settings
    settings.signIn = MapService.SignIn(accounts, check)
    service = MapService(index: index, options: settings)
    var options = AccessGuard.Options()
    options.guest = { try register.guest(of: $0) }
    keeper = AccessGuard(check, options: options, inside: service)
  }

  /// The response to the guest or the user.
  func ask(
    _ target: String, _ fields: Headers = [:], method: Method = .get, body: String = ""
  ) throws -> Answer {
    try send(target, proof, fields, method, body)
  }

  /// The response to the guest or the user, before anything has been sent.
  func begin(_ target: String) throws -> Response {
    var fields = proof
    fields.set("Host", to: "localhost")
    return HTTPPolicy().process(try Request(target: target, headers: fields), by: keeper)
  }

  /// The response to the owner.
  func askAsOwner(
    _ target: String, _ fields: Headers = [:], method: Method = .get, body: String = ""
  ) throws -> Answer {
    let password = Data("ada:swordfish".utf8).base64EncodedString()
    return try send(target, ["Authorization": "Basic \(password)"], fields, method, body)
  }

  private func send(
    _ target: String, _ fields: Headers, _ more: Headers, _ method: Method, _ body: String = ""
  ) throws -> Answer {
    var fields = fields
    for field in more { fields.set(field.name, to: field.value) }
    fields.set("Host", to: "localhost")
    let request = try Request(
      method: method, target: target, headers: fields, body: Array(body.utf8))
    return Answer(HTTPPolicy().process(request, by: keeper))
  }
}
