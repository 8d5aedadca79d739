public import Files
internal import Geography
public import Grid
public import PhotoFacts

/// A photo of the index: its id, its file, and what was read from that.
///
/// The facts can be accessed directly: `photo.time` is `photo.facts.time`.
@dynamicMemberLookup
public struct PhotoRecord: Hashable, Sendable {
  /// The id, which the photo keeps wherever its file moves.
  public var id: Int64

  /// The folder that was scanned.
  public var root: FilePath

  /// The path below the root.
  public var path: FilePath

  /// The size of the file in bytes; nil for an imported photo of unknown size.
  public var size: Int64?

  /// The file's stamp when a scan read it; nil for an imported photo, which need not have a file.
  public var stamp: FileStamp?

  /// The name of the file if its folders are withheld; then `root` and `path` are empty.
  private var nameAlone: FilePath?

  /// The facts about the photo, without the reader's remarks.
  public var facts: PhotoFacts

  /// Makes a photo.
  public init(
    id: Int64, root: FilePath, path: FilePath, size: Int64?, stamp: FileStamp?,
    facts: PhotoFacts
  ) {
    self.id = id
    self.root = root
    self.path = path
    self.size = size
    self.stamp = stamp
    self.facts = facts
  }

  /// A fact about the photo, by its own name.
  @inlinable
  public subscript<Value>(dynamicMember fact: WritableKeyPath<PhotoFacts, Value>) -> Value {
    get { facts[keyPath: fact] }
    set { facts[keyPath: fact] = newValue }
  }

  /// Whether a scan has seen the file.
  public var hasBeenSeen: Bool { stamp != nil }

  /// Where the file is.
  public var file: FilePath { root.appending(path.bytes) }

  /// The facts about the file.
  public var fileFacts: FileFacts {
    guard path.bytes.isEmpty else { return FileFacts(root: root, path: path, size: size) }
    var facts = FileFacts(size: size)
    facts.nameAlone = nameAlone
    return facts
  }

  /// A title: the name of the file if it is known.
  package var title: String { fileFacts.filename ?? "Photo \(id)" }

  /// The photo without the properties that a visitor may not see.
  package func withholding(_ properties: Set<PhotoProperty>) -> PhotoRecord {
    var rest = self
    if properties.contains(.keywords), facts.hasWords { rest.facts.words = PhotoWords() }
    guard properties.contains(.path) else { return rest }
    (rest.root, rest.path) = (FilePath(""), FilePath(""))
    rest.nameAlone =
      properties.contains(.filename) ? nil : FilePath(bytes: path.lastComponent)
    return rest
  }

  /// Its pin on the map; nil if it is unlocated.
  public var pin: Pin? {
    facts.place.location.map { Pin(id: id, coordinate: $0.coordinate) }
  }
}
