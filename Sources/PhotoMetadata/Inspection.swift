public import PhotoFacts

/// Everything that was read from one photo, with positions.
public struct Inspection: Sendable {
  /// The same facts that a scan stores.
  public var facts: PhotoFacts

  /// The parts of the file in file order.
  public var segments: [Segment]

  /// The tags in the order of reading.
  public var entries: [Entry]

  /// The words by the blocks of metadata they stand in, before it was decided which of them count.
  public var words: [Word] = []

  /// The bytes read from the file and its companions.
  public var bytesRead = 0

  /// The companions that were read, in order of precedence.
  public var companions: [Companion] = []

  /// One part of a file.
  public struct Segment: Hashable, Sendable {
    /// The name in the format, such as `APP1 Exif`.
    public var name: String

    /// The range, including markers and lengths.
    public var range: ByteRange
  }

  /// A text, a list or a number that people or programs have written.
  public struct Word: Sendable {
    /// The block of metadata, or the name of the sidecar.
    public var block: String

    /// Which of the words it is.
    public var property: PhotoProperty

    /// What is written there.
    public var value: PropertyValue
  }

  /// One tag.
  public struct Entry: Hashable, Sendable {
    /// The directory: `IFD0`, `ExifIFD`, `GPS`, `IFD1`, `InteropIFD`.
    public var group: String

    /// The name in the Exif standard, if it has one.
    public var name: String?

    /// The number of the tag.
    public var number: UInt16

    /// The value as stored: fractions stay fractions.
    public var value: String

    /// A description of the value, if there is one.
    public var meaning: String?

    /// The range of the value in the file.
    public var range: ByteRange
  }
}
