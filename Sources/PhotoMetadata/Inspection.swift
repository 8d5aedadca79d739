public import PhotoFacts

/// All that was read from one photo, and from where.
public struct Inspection: Sendable {
  /// What the reading came to: the same facts that a scan stores.
  public var facts: PhotoFacts

  /// The parts of the file, in the order in which they stand in it.
  public var segments: [Segment]

  /// The tags, in the order in which they were read.
  public var entries: [Entry]

  /// How many bytes of the file and of its companions were read for it.
  public var bytesRead = 0

  /// The files beside it that were asked too, in the order in which they count.
  public var companions: [Companion] = []

  /// One part of a file.
  public struct Segment: Hashable, Sendable {
    /// What the format calls it, as in `APP1 Exif`.
    public var name: String

    /// Where it lies, markers and lengths included.
    public var range: ByteRange
  }

  /// One tag.
  public struct Entry: Hashable, Sendable {
    /// The list of tags it stands in: `IFD0`, `ExifIFD`, `GPS`, `IFD1`, `InteropIFD`.
    public var group: String

    /// What the Exif standard calls it, where it knows it.
    public var name: String?

    /// Its number.
    public var number: UInt16

    /// The value as it is written: fractions stay fractions.
    public var value: String

    /// The value in words, where there are better ones.
    public var meaning: String?

    /// Where the value lies in the file.
    public var range: ByteRange
  }
}
