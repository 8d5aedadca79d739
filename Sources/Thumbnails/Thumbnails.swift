public import PhotoFacts
public struct Thumbnailer: Sendable {
  public static let widths = [160, 320, 640, 1280]
  public init() {}
  public func thumbnail(of path: FilePath, orientation: Orientation, embeddedThumbnail: ByteRange?, storedSize: PixelSize?, width: Int) throws -> [UInt8] { [] }
}
extension Thumbnailer { public static var libraryVersion: String { "?" } }
