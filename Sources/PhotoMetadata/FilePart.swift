/// A file that lies in another one that is open, as those sent together in one request do.
public struct FilePart: Hashable, Sendable {
  /// The open file, which is read from but not moved or closed.
  public var descriptor: Int32

  /// Where the part begins.
  public var offset: Int

  /// How many bytes it has.
  public var size: Int

  /// Makes a part.
  public init(descriptor: Int32, offset: Int, size: Int) {
    self.descriptor = descriptor
    self.offset = offset
    self.size = size
  }
}
