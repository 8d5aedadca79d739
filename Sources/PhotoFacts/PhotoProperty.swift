/// A property of a photo, declared once in `PhotoProperty.all`.
///
/// Everything that lists the properties of photos goes through that list: GeoJSON, tables, GPX, KML,
/// import, SQL of filters, CQL2, the schemas of the API, `inspect`, `/locate` and the client. To add a
/// property:
///
/// 1. Give `PhotoFacts` a field for it, and have the readers of PhotoMetadata fill it.
/// 2. Declare it in `PhotoProperty+List.swift`, at its place in the order of features.
/// 3. Give the index a column for it with a migration, see `Schema.migrations`. Columns of the table of cameras are read
///    and written by this list; those of the table of photos are named in `PhotoColumn` too.
///
/// There is one object for each property, so that comparing and looking up take no time.
public final class PhotoProperty: Sendable {
  /// The name in GeoJSON, in tables and in filters.
  public let name: String

  /// The same, for comparing it with what is read.
  package let letters: StaticString

  /// What its values are.
  public let kind: Kind

  /// What it belongs to.
  public let group: Group

  /// Where the index has it; nil for what is made of other properties.
  public let column: Column?

  /// A few words for people.
  public let title: String

  /// What there is to know beyond the title.
  public let details: String?

  /// What `inspect` calls it.
  public let label: String

  /// What its numbers are counted in, as it stands behind them.
  public let unit: String

  /// Finds its value for a photo; writers of many photos keep this, and not the property, at hand.
  package let get: Getter

  let set: Setter

  /// Finds the value of a property; nil where it is not known.
  package typealias Getter = @Sendable (FileFacts, PhotoFacts) -> PropertyValue?

  /// Puts a value into facts; the last argument has the values of the other properties.
  typealias Setter =
    @Sendable (inout FileFacts, inout PhotoFacts, PropertyValue, PropertyValues) -> Void

  init(
    _ name: StaticString, _ kind: Kind, _ group: Group, column: Column?, title: String,
    details: String? = nil, label: String? = nil, unit: String = "",
    get: @escaping Getter = { _, _ in nil }, set: @escaping Setter = { _, _, _, _ in }
  ) {
    self.name = "\(name)"
    letters = name
    self.kind = kind
    self.group = group
    self.column = column
    self.title = title
    self.details = details
    self.label = label ?? self.name
    self.unit = unit
    self.get = get
    self.set = set
  }

  /// Its value for a photo; nil where it is not known, and for what is no property but a member of the
  /// feature itself (`id` and `geometry`).
  public func value(of file: FileFacts, _ facts: PhotoFacts) -> PropertyValue? { get(file, facts) }

  /// Puts a value into facts that need nothing else for it.
  package func put(_ value: PropertyValue, into facts: inout PhotoFacts) {
    var file = FileFacts()
    set(&file, &facts, value, .none)
  }

  /// Whether a filter can speak of it.
  public var isQueryable: Bool { column != nil }
}

extension PhotoProperty: Hashable {
  /// Whether both are the same property.
  public static func == (left: PhotoProperty, right: PhotoProperty) -> Bool { left === right }

  /// Feeds which property it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PhotoProperty {
  /// What the values of a property are.
  public enum Kind: Hashable, Sendable {
    case text
    /// A path or a part of one, which need not be UTF-8.
    case path
    /// A path percent-encoded, where it is not UTF-8.
    case encodedPath
    /// A text of which only a few are possible.
    case word([Word])
    /// A whole number in a range.
    case integer(ClosedRange<Int64>)
    case number
    /// A moment on the time line.
    case moment
    /// What the camera's clock showed.
    case clock
    case geometry

    /// Whether the values are texts.
    public var isText: Bool {
      switch self {
      case .text, .path, .encodedPath, .word: true
      case .integer, .number, .moment, .clock, .geometry: false
      }
    }
  }

  /// One of the few texts that a property can have, and its code in the index.
  public struct Word: Hashable, Sendable {
    /// The number that is stored.
    public let code: UInt8

    /// The text.
    public let name: String
  }

  /// What a property belongs to.
  public enum Group: Hashable, Sendable {
    /// Members of the feature itself.
    case feature
    /// Where the file lies in a library.
    case library
    case file
    case picture
    case time
    case location
    /// What made the photo.
    case camera
  }

  /// Where the index has a property.
  public enum Column: Hashable, Sendable {
    /// In the grid: no table has to be asked.
    case grid
    /// In a column of the table of photos.
    case photo(String)
    /// In a column of the table of cameras.
    case camera(String)
    /// Made of the path of the directory and the name of the file.
    case path
    /// The path of the scanned folder.
    case root
  }
}

extension PhotoProperty {
  /// Those that stand in the `properties` of a feature, in their order.
  public static let ofFeatures = all.filter { $0.group != .feature }

  /// Those that a filter can speak of.
  public static let queryable = all.filter(\.isQueryable)

  /// Those in the table of cameras, with their columns.
  package static let ofCameras: [(property: PhotoProperty, column: String)] = all.compactMap {
    if case .camera(let column)? = $0.column { ($0, column) } else { nil }
  }

  /// Where it stands in `ofFeatures`, by which `PropertyValues` finds it at once.
  package var position: Int? { Self.ofFeatures.firstIndex(of: self) }

  /// The property of a name; nil if there is none.
  public static func named(_ name: some StringProtocol) -> PhotoProperty? {
    all.first { $0.name == name }
  }
}
