/// A property of a photo, declared once in `PhotoProperty.all`.
///
/// Everything that lists the properties of photos uses that list: GeoJSON, tables, GPX, KML, import, SQL of
/// filters, CQL2, the schemas of the API, `inspect`, `/locate` and the client. To add a property:
///
/// 1. Add a field to `PhotoFacts`, and have the readers of PhotoMetadata fill it.
/// 2. Declare it in `PhotoProperty+List.swift`, in the order of features.
/// 3. Give the index a column for it with a migration, see `Schema.migrations`. Columns of the table of cameras are read
///    and written by this list; those of the table of photos are named in `PhotoColumn` too.
///
/// There is one object per property, so that comparing and looking up take constant time.
public final class PhotoProperty: Sendable {
  /// The name in GeoJSON, tables and filters.
  public let name: String

  /// The bytes of the name, for comparing it with input.
  package let letters: StaticString

  /// The kind of its values.
  public let kind: Kind

  /// The group it belongs to.
  public let group: Group

  /// The column in the index; nil if it is computed from other properties.
  public let column: Column?

  /// A short title.
  public let title: String

  /// A description beyond the title.
  public let details: String?

  /// The label in `inspect`.
  public let label: String

  /// The unit of its numbers.
  public let unit: String

  /// Returns its value for a photo; writers of many photos store this function instead of the property.
  package let get: Getter

  let set: Setter

  /// The getter and setter of a property in the table of cameras; nil for others.
  let cameraText: CameraText?

  /// Returns the value of a property; nil if it is unknown.
  package typealias Getter = @Sendable (FileFacts, PhotoFacts) -> PropertyValue?

  /// Applies a value to facts; the last argument has the values of the other properties.
  typealias Setter =
    @Sendable (inout FileFacts, inout PhotoFacts, PropertyValue, PropertyValues) -> Void

  init(
    _ name: StaticString, _ kind: Kind, _ group: Group, column: Column?, title: String,
    details: String? = nil, label: String? = nil, unit: String = "",
    get: @escaping Getter = { _, _ in nil }, set: @escaping Setter = { _, _, _, _ in },
    cameraText: CameraText? = nil
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
    self.cameraText = cameraText
  }

  /// Declares a text in a column of the table of cameras.
  convenience init(
    _ name: StaticString, camera column: String, title: String, details: String? = nil,
    label: String? = nil, get: @escaping @Sendable (PhotoFacts) -> String?,
    set: @escaping @Sendable (inout PhotoFacts, String?) -> Void
  ) {
    self.init(
      name, .text, .camera, column: .camera(column), title: title, details: details, label: label,
      get: { _, facts in get(facts).map(PropertyValue.text) },
      set: { _, facts, value, _ in set(&facts, value.text) },
      cameraText: CameraText(get: get, set: set))
  }

  /// Declares a number of the view.
  convenience init(
    _ name: StaticString, view path: any WritableKeyPath<PhotoView, Double?> & Sendable,
    _ group: Group, column: String? = nil, title: String, details: String? = nil,
    label: String? = nil, unit: String
  ) {
    self.init(
      name, .number, group, column: .photo(column ?? "\(name)"), title: title, details: details,
      label: label, unit: unit,
      get: { _, facts in facts.view[keyPath: path].map(PropertyValue.number) },
      set: { _, facts, value, _ in facts.view[keyPath: path] = value.number })
  }

  /// Declares a name or a code of the position.
  convenience init(
    _ name: StaticString, place path: any WritableKeyPath<PlaceDescription, String?> & Sendable,
    title: String, details: String? = nil, label: String? = nil
  ) {
    self.init(
      name, .text, .place, column: .locality, title: title, details: details, label: label,
      get: { _, facts in facts.name(path).map(PropertyValue.text) },
      set: { _, facts, value, _ in facts.setName(path, value.text) })
  }

  /// Declares a text of the words of a photo.
  convenience init(
    _ name: StaticString, words path: any WritableKeyPath<PhotoWords, String?> & Sendable,
    title: String, details: String? = nil
  ) {
    self.init(
      name, .text, .words, column: .photo("\(name)"), title: title, details: details,
      get: { _, facts in (facts.word(path) ?? nil).map(PropertyValue.text) },
      set: { _, facts, value, _ in facts.words[keyPath: path] = value.text })
  }

  /// Declares a list of such texts.
  convenience init(
    _ name: StaticString, words path: any WritableKeyPath<PhotoWords, [String]> & Sendable,
    column: String? = nil, title: String, details: String? = nil
  ) {
    self.init(
      name, .list, .words, column: .photo(column ?? "\(name)"), title: title, details: details,
      get: { _, facts in facts.word(path).flatMap { PropertyValue($0) } },
      set: { _, facts, value, _ in facts.words[keyPath: path] = value.list ?? [] })
  }

  /// Its value for a photo; nil if it is unknown, and for `id` and `geometry`.
  public func value(of file: FileFacts, _ facts: PhotoFacts) -> PropertyValue? { get(file, facts) }

  /// Applies a value to the facts of a photo.
  package func apply(
    _ value: PropertyValue, to file: inout FileFacts, _ facts: inout PhotoFacts
  ) {
    set(&file, &facts, value, .none)
  }

  /// The name of its column in the table of photos; nil for others.
  package var storedName: String? { if case .photo(let name)? = column { name } else { nil } }

  /// Whether it is missing from a photo that was read without the names of its position.
  package var isNamed: Bool { group == .place || self == .flight || self == .doubt }

  /// Whether filters can use it.
  public var isQueryable: Bool { column != nil }
}

extension PhotoProperty: Hashable {
  /// Whether both are the same property.
  public static func == (left: PhotoProperty, right: PhotoProperty) -> Bool { left === right }

  /// Feeds the identity of the property.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PhotoProperty {
  /// The kinds of values.
  public enum Kind: Hashable, Sendable {
    case text
    /// A path or a part of one, which need not be UTF-8.
    case path
    /// A percent-encoded path that is not UTF-8.
    case encodedPath
    /// One of a few texts.
    case word([Word])
    /// An integer in a range.
    case integer(ClosedRange<Int64>)
    case number
    /// An instant.
    case moment
    /// A local time.
    case clock
    /// Several texts, in order, each of them once.
    case list
    /// True or false.
    case truth
    case geometry

    /// Whether the values are texts.
    public var isText: Bool {
      switch self {
      case .text, .path, .encodedPath, .word: true
      case .integer, .number, .moment, .clock, .list, .truth, .geometry: false
      }
    }
  }

  /// One of the possible texts of a property, with its code in the index.
  public struct Word: Hashable, Sendable {
    /// The stored number.
    public let code: UInt8

    /// The text.
    public let name: String
  }

  /// The groups of properties.
  public enum Group: Hashable, Sendable {
    /// Members of the feature itself.
    case feature
    /// The file in a library.
    case library
    case file
    case picture
    case time
    case location
    /// The names of the position.
    case place
    /// The camera and the software.
    case camera
    /// What people and programs have written.
    case words
  }

  /// Where the index stores a property.
  public enum Column: Hashable, Sendable {
    /// In the grid, so no table is needed.
    case grid
    /// In a column of the table of photos.
    case photo(String)
    /// In a column of the table of cameras.
    case camera(String)
    /// In a column of the table of localities, whose rows are kept in memory.
    case locality
    /// Composed of the path of the directory and the name of the file.
    case path
    /// The path of the scanned folder.
    case root
  }
}

extension PhotoProperty {
  /// The members of the `properties` of a feature, in order.
  public static let ofFeatures = all.filter { $0.group != .feature }

  /// The properties that tell where the server keeps its files.
  package static let ofFolders: Set<PhotoProperty> = [.path, .root, .pathBytes, .rootBytes]

  /// The same, and the names of the files.
  package static let ofFiles = ofFolders.union([.filename])

  /// The properties that filters can use.
  public static let queryable = all.filter(\.isQueryable)

  /// Those in the table of cameras.
  package static let ofCameras: [CameraColumn] = all.compactMap { property in
    guard case .camera(let column)? = property.column, let text = property.cameraText else {
      return nil
    }
    return CameraColumn(name: column, text: text)
  }

  /// A column of the table of cameras, which the index reads and writes for each photo.
  package struct CameraColumn: Sendable {
    /// The name of the column.
    package let name: String

    /// The text of a photo in it.
    package let text: CameraText
  }

  /// The functions that get and set a text of the camera.
  ///
  /// Functions in a struct are called without the thunks of functions in an array, and no `PropertyValue` is
  /// made. With thunks and `PropertyValue`, finding the camera of a photo took 2,000 instructions, 6 % of storing it.
  package struct CameraText: Sendable {
    /// Returns the text of a photo; nil if it is unknown.
    package let get: @Sendable (PhotoFacts) -> String?

    /// Sets the text of a photo.
    package let set: @Sendable (inout PhotoFacts, String?) -> Void
  }

  /// What people and programs have written, in the order of features.
  package static let ofWords = all.filter { $0.group == .words }

  /// The names of a position, in the order of features.
  package static let ofPlaces = all.filter { $0.group == .place }

  /// The position in `ofFeatures`, for fast lookup in `PropertyValues`.
  package var position: Int? { Self.ofFeatures.firstIndex(of: self) }

  /// The property of a name; nil if there is none.
  public static func named(_ name: some StringProtocol) -> PhotoProperty? {
    all.first { $0.name == name }
  }
}
