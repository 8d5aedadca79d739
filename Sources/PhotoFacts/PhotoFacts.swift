/// The metadata read from one photo, passed from the reader to the index.
public struct PhotoFacts: Hashable, Sendable {
  /// The format, if it was recognised.
  public var format: MediaFormat?

  /// The location, or why it is unknown.
  public var place: Place

  /// The names of the position, if known; they are from the index, not from the file.
  public var names: PlaceDescription? {
    get { boxedNames?.value }
    set { boxedNames = newValue.map(PlaceDescription.Box.init) }
  }

  private var boxedNames: PlaceDescription.Box?

  /// Whether the names of the position are known.
  package var hasNames: Bool { boxedNames != nil }

  /// A part of the names; copies no other part.
  func name<Value>(_ path: KeyPath<PlaceDescription, Value?>) -> Value? {
    boxedNames?.value[keyPath: path]
  }

  /// The capture time, if known.
  public var time: CaptureTime?

  /// The camera.
  public var camera: Camera

  /// The program that wrote the file: an editor, or the firmware of the camera.
  public var software: String?

  /// What people and programs have written about the photo.
  public var words: PhotoWords {
    get { boxedWords?.value ?? PhotoWords() }
    set { boxedWords = newValue.isEmpty ? nil : PhotoWords.Box(newValue) }
  }

  private var boxedWords: PhotoWords.Box?

  /// Whether any words are known.
  package var hasWords: Bool { boxedWords != nil }

  /// A part of the words; copies no other part.
  func word<Value>(_ path: KeyPath<PhotoWords, Value>) -> Value? {
    boxedWords?.value[keyPath: path]
  }

  /// The size in pixels as stored, before `orientation` is applied.
  public var storedSize: PixelSize?

  /// The rotation that makes the stored picture upright.
  public var orientation: Orientation

  /// How the camera looked at what the photo shows.
  public var view: PhotoView

  /// The range of the embedded thumbnail in the file.
  public var embeddedThumbnail: ByteRange?

  /// Notes about refused and corrected values.
  public var remarks: [String]

  /// Identifies the content of the file, to recognise it after a move; nil if it was not read.
  public var fingerprint: Fingerprint?

  /// The value of `errno` if the file or a companion could not be read.
  ///
  /// It describes the moment of reading, not the photo.
  public var readingFailure: Int32?

  /// Whether the file is a film that seems to have a track beside its frames.
  ///
  /// It asks the scan to read the track, and is not stored.
  public var mayHaveTrack: Bool

  /// Makes facts with only a place.
  public init(place: Place, format: MediaFormat? = nil) {
    self.place = place
    self.format = format
    time = nil
    camera = Camera()
    software = nil
    storedSize = nil
    orientation = .upright
    view = PhotoView()
    embeddedThumbnail = nil
    remarks = []
    fingerprint = nil
    readingFailure = nil
    mayHaveTrack = false
  }

  /// The size in pixels of the upright picture.
  public var shownSize: PixelSize? {
    get { orientation.swapsAxes ? storedSize?.turned : storedSize }
    set { storedSize = orientation.swapsAxes ? newValue?.turned : newValue }
  }
}

extension PhotoFacts {
  /// Adopts what another program states of the photo; the rest stays as it is.
  ///
  /// The texts of the camera belong together.
  package mutating func adopt(_ stated: PhotoFacts, hasOrientation: Bool) {
    place = stated.place
    time = stated.time ?? time
    format = stated.format ?? format
    view.take(stated.view)
    if stated.hasWords { words.take(stated.words) }
    let size = stated.shownSize ?? shownSize
    if hasOrientation { orientation = stated.orientation }
    shownSize = size
    let cameras = PhotoProperty.ofCameras
    guard cameras.contains(where: { $0.text.get(stated) != nil }) else { return }
    for column in cameras { column.text.set(&self, column.text.get(stated)) }
  }
}

/// A range of bytes in a file.
public struct ByteRange: Hashable, Sendable {
  /// The first byte, from the start of the file.
  public var offset: Int

  /// The number of bytes.
  public var count: Int

  /// Makes a range.
  public init(offset: Int, count: Int) {
    self.offset = offset
    self.count = count
  }
}

/// Width and height in pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels across.
  public var width: Int

  /// Pixels down.
  public var height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  fileprivate var turned: PixelSize { PixelSize(width: height, height: width) }
}

/// The eight orientations of a stored picture, with the numbers of Exif's Orientation tag.
public enum Orientation: UInt8, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case mirroredUpsideDown = 4
  case mirroredLeft = 5
  case turnedLeft = 6
  case mirroredRight = 7
  case turnedRight = 8

  /// Whether making the picture upright swaps its width and height.
  public var swapsAxes: Bool { rawValue >= 5 }
}

/// The device that took the photo.
public struct Camera: Hashable, Sendable {
  /// The maker, as the file spells it, without padding.
  public var make: String?

  /// The model, as the file spells it, without padding.
  public var model: String?

  /// The lens.
  public var lens: String?

  /// Maker and model as people say them; nil if neither is known.
  package var name: String? {
    let (make, model) = (make ?? "", model ?? "")
    let isRepeated = model.lowercased().hasPrefix(make.lowercased())
    let name = isRepeated ? model : model.isEmpty ? make : "\(make) \(model)"
    return name.isEmpty ? nil : name
  }

  /// Makes a camera.
  public init(make: String? = nil, model: String? = nil, lens: String? = nil) {
    self.make = make
    self.model = model
    self.lens = lens
  }
}
