import Geography
import PhotoExchange
import PhotoFacts
import PhotoIndex
import Places
import TestSupport
import Testing
import Query

/// Each property of `PhotoProperty.all` is written to every format and read again.
///
/// A new property that some format, the index or filters do not support fails here.
@Suite struct EveryPropertyTests {
  /// A photo of which every property is known, with names that are not UTF-8.
  private static func fullPhoto() throws -> PhotoRecord {
    let place = try #require(Coordinate(latitude: 48.8584, longitude: 2.2945))
    var file = FileFacts()
    var facts = PhotoFacts(place: .located(Location(place, source: .import)))
    var values = PropertyValues()
    for property in PhotoProperty.ofFeatures { values[property] = value(property) }
    values.apply(to: &file, &facts)
    // Names are not imported but made of the position.
    let places = try NamedPlaces.shared.get()
    facts.names = try places.describe(places.locate(place), of: place)
    facts.names?.area = Exchange.area
    facts.names?.flight = "flight Berlin – Lisbon"
    facts.names?.doubt = .coarse
    return PhotoRecord(
      id: 7, root: try #require(file.root), path: try #require(file.path), size: file.size,
      stamp: nil, facts: facts)
  }

  private static func value(_ property: PhotoProperty) -> PropertyValue? {
    switch property.kind {
    case .text: .text("\(property.name) \"<&,é")
    case .word(let words): words.first.map { .word($0.name) }
    case .path, .encodedPath:
      .path(FilePath(bytes: Array((property.name.hasPrefix("root") ? "/a" : "b").utf8) + [0xE9]))
    case .integer(let range): .integer(range.lowerBound + 3)
    case .number: .number(12.5)
    case .moment: .moment(1_714_557_600_000, offsetMinutes: 120)
    case .clock: .clock(1_714_564_800_000)
    case .list: .list([property.name, "a;b", " \"c\"", "é, ü", "="])
    case .truth: .truth(true)
    case .geometry: nil
    }
  }

  @Test func theTestPhotoHasThemAll() throws {
    let photo = try Self.fullPhoto()
    for property in PhotoProperty.ofFeatures {
      #expect(property.value(of: photo.fileFacts, photo.facts) != nil, "\(property.name)")
    }
  }

  @Test(arguments: PhotoFileFormat.allCases)
  func isWrittenInEveryFormat(format: PhotoFileFormat) throws {
    var writer = PhotoListWriter(format)
    writer.begin(matched: 1, returned: 1)
    writer.write(try Self.fullPhoto())
    writer.end()
    let text = String(decoding: writer.take(), as: UTF8.self)
    for property in PhotoProperty.ofFeatures {
      let written =
        switch format {
        case .geojson, .geojsonseq, .ndjson: "\"\(property.name)\":"
        case .csv: ",\(property.name)"
        case .tsv: "\t\(property.name)"
        case .gpx: "\(property.name): "
        case .kml: "<Data name=\"\(property.name)\"><value>"
        }
      // The first column has no separator before it.
      #expect((",\t" + text).contains(written), "\(property.name)")
    }
  }

  @Test(arguments: PhotoFileFormat.importable)
  func comesBackFromTheIndexAfterAnImport(format: PhotoFileFormat) throws {
    let photo = try Self.fullPhoto()
    let exchange = try Exchange(places: NamedPlaces.shared.get())
    try exchange.read(Self.written(photo, format))
    try expect(exchange.photos(), toBe: photo)
  }

  @Test func isAddedToAPhotoThatIsKnownAlready() throws {
    let photo = try Self.fullPhoto()
    var bare = photo
    bare.facts = PhotoFacts(place: photo.facts.place)
    let exchange = try Exchange(places: NamedPlaces.shared.get())
    for photo in [bare, photo] { try exchange.read(Self.written(photo, .ndjson)) }
    try expect(exchange.photos(), toBe: photo)
  }

  @Test func canBeUsedInFilters() throws {
    let photo = try Self.fullPhoto()
    let exchange = try Exchange(places: NamedPlaces.shared.get())
    try exchange.read(Self.written(photo, .ndjson))
    for property in PhotoProperty.queryable {
      let known = PhotoCondition.isKnown(property)
      #expect(try exchange.count(known) == 1, "\(property.name)")
      #expect(try exchange.count(.not(known)) == 0, "\(property.name)")
      guard let value = property.value(of: photo.fileFacts, photo.facts), property.kind != .path
      else { continue }
      let same: PhotoCondition =
        switch value {
        case .integer(let number), .clock(let number):
          .compare(property, .equal, .integer(number))
        case .number(let number): .compare(property, .equal, .number(number))
        case .moment(let instant, _): .taken(TimeSpan(from: instant, through: instant))
        case .text(let text), .word(let text): .compare(property, .equal, .text(text))
        case .list(let texts): .list(property, .equals, texts)
        case .truth(let truth): .compare(property, .equal, .integer(truth ? 1 : 0))
        case .path: known
        }
      // The photo keeps its id.
      #expect(try exchange.count(property == .id ? .all([]) : same) == 1, "\(property.name)")
    }
  }

  private static func written(_ photo: PhotoRecord, _ format: PhotoFileFormat) -> [UInt8] {
    var writer = PhotoListWriter(format)
    writer.begin(matched: 1, returned: 1)
    writer.write(photo)
    writer.end()
    return writer.take()
  }

  private func expect(_ found: [PhotoRecord], toBe photo: PhotoRecord) throws {
    let only = try #require(found.first)
    #expect(found.count == 1)
    // Flights and doubts are found in the photos of the library.
    for property in PhotoProperty.ofFeatures where ![.flight, .doubt].contains(property) {
      let (before, after) = (
        property.value(of: photo.fileFacts, photo.facts),
        property.value(of: only.fileFacts, only.facts)
      )
      #expect(before == after, "\(property.name)")
    }
  }
}

extension Exchange {
  fileprivate func count(_ condition: PhotoCondition) throws -> Int {
    var filter = PhotoFilter()
    filter.condition = condition
    return try index.read { try $0.count(filter) }
  }
}
