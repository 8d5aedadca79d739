/// A range of an open file that is a file itself, such as one part of a multipart request.
public struct FilePart: Hashable, Sendable {
  /// The open file; it is neither closed nor repositioned.
  public var descriptor: Int32

  /// The offset of the part.
  public var offset: Int

  /// The number of bytes.
  public var size: Int

  /// Makes a part.
  public init(descriptor: Int32, offset: Int, size: Int) {
    self.descriptor = descriptor
    self.offset = offset
    self.size = size
  }
}
