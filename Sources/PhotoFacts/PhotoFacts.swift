/// What is known of one photo from reading it: the value that travels from the reader to the index.
public struct PhotoFacts: Hashable, Sendable {
  /// The format found in the content, where one was recognised.
  public var format: MediaFormat?

  /// Where it was taken, or why that is not known.
  public var place: Place

  /// When it was taken, where anything says so.
  public var time: CaptureTime?

  /// What took it.
  public var camera: Camera

  /// The program that wrote the file: an editor, or what runs in the camera.
  public var software: String?

  /// Size in pixels as the picture is stored, before `orientation` is applied.
  public var storedSize: PixelSize?

  /// How the stored picture has to be turned to be upright.
  public var orientation: Orientation

  /// Where in the file a small ready-made JPEG of the picture lies.
  public var embeddedThumbnail: ByteRange?

  /// What was odd: refused values by name, and guesses that were not made.
  public var remarks: [String]

  /// A fingerprint of the head and the size of the file, by which a moved file is known again.
  public var fingerprint: UInt64?

  /// The system's number for why it would not let the file be read, or one beside it: that says
  /// something of this moment, and not of the photo.
  public var readingFailure: Int32?

  /// Makes the facts of a photo of which nothing is known but why it has no place.
  public init(place: Place, format: MediaFormat? = nil) {
    self.place = place
    self.format = format
    time = nil
    camera = Camera()
    software = nil
    storedSize = nil
    orientation = .upright
    embeddedThumbnail = nil
    remarks = []
    fingerprint = nil
    readingFailure = nil
  }

  /// Size in pixels as the picture is shown, after it has been turned upright.
  public var shownSize: PixelSize? {
    get { orientation.swapsAxes ? storedSize?.turned : storedSize }
    set { storedSize = orientation.swapsAxes ? newValue?.turned : newValue }
  }
}

/// A range of bytes in a file.
public struct ByteRange: Hashable, Sendable {
  /// The first byte, from the start of the file.
  public var offset: Int

  /// How many bytes.
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

/// The eight ways a stored picture can lie, numbered as Exif's Orientation tag does.
public enum Orientation: UInt8, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case mirroredUpsideDown = 4
  case mirroredLeft = 5
  case turnedLeft = 6
  case mirroredRight = 7
  case turnedRight = 8

  /// Whether turning the picture upright exchanges its width and its height.
  public var swapsAxes: Bool { rawValue >= 5 }
}

/// What took the photo.
public struct Camera: Hashable, Sendable {
  /// The maker, as the file spells it, without padding.
  public var make: String?

  /// The model, as the file spells it, without padding.
  public var model: String?

  /// The lens.
  public var lens: String?

  /// Makes a camera.
  public init(make: String? = nil, model: String? = nil, lens: String? = nil) {
    self.make = make
    self.model = model
    self.lens = lens
  }
}
