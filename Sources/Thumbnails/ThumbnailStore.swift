public import Files
public import PhotoFacts
internal import Synchronization

/// Thumbnails for many who ask at once: made once, kept on disk, shared by all who wait for the same.
public final class ThumbnailStore: Sendable {
  /// A picture that somebody wants.
  public struct Wish: Sendable {
    /// The photo, which is read through this descriptor alone: its path may lead elsewhere by now.
    public var file: ReadableFile

    /// Where it was, for messages.
    public var path: FilePath

    /// How the stored picture has to be turned.
    public var orientation: Orientation

    /// The size of the stored picture.
    public var storedSize: PixelSize?

    /// Where an embedded preview lies.
    public var embeddedThumbnail: ByteRange?

    /// What is wanted of it.
    public var form: Form

    /// Makes a wish.
    public init(
      file: ReadableFile, path: FilePath, orientation: Orientation, storedSize: PixelSize?,
      embeddedThumbnail: ByteRange?, form: Form
    ) {
      self.file = file
      self.path = path
      self.orientation = orientation
      self.storedSize = storedSize
      self.embeddedThumbnail = embeddedThumbnail
      self.form = form
    }
  }

  /// What a picture is to be like.
  public enum Form: Hashable, Sendable {
    /// Small, as long on its longer side as this.
    case thumbnail(width: Int)

    /// As large as the photo up to `Thumbnailer.largestSide`; not kept on disk, where one would take
    /// the room of fifty thumbnails.
    case whole
  }

  private let cache: ThumbnailCache?
  private let thumbnails: Thumbnailer
  private let wholes: Thumbnailer
  private let flights = Mutex<[ContentKey: Flight]>([:])
  private let decodes = Atomic<Int>(0)

  /// Makes a store, with a cache on disk or without.
  public init(cache: ThumbnailCache?) {
    self.cache = cache
    thumbnails = Thumbnailer()
    var wholes = Thumbnailer()
    wholes.quality = 90
    wholes.hasPlaceholders = false
    self.wholes = wholes
  }

  /// How many pictures were made, rather than found or shared.
  public var decodeCount: Int { decodes.load(ordering: .relaxed) }

  /// What somebody wanted: there already, or on its way.
  public enum Picture: Sendable {
    /// The JPEG.
    case ready([UInt8])

    /// A way to the JPEG that takes a while; all who want the same at a time share it, and whoever
    /// comes first does the work.
    case later(@Sendable () throws(ThumbnailError) -> [UInt8])
  }

  /// The picture, as far as it can be had at once.
  public func picture(_ wish: Wish) throws(ThumbnailError) -> Picture {
    let key = try key(wish)
    if case .thumbnail = wish.form, let kept = cache?.picture(key.name) { return .ready(kept) }
    let seat = Seat(on: board(key), key, in: self)
    return .later { [self] () throws(ThumbnailError) in
      try seat.flight.land { () throws(ThumbnailError) in
        // Whoever wants it from now on finds it on disk, or begins anew.
        defer { flights.withLock { $0[key] = nil } }
        return try make(wish, key)
      }
    }
  }

  /// How many pictures are on their way.
  var flightCount: Int { flights.withLock { $0.count } }

  /// The flight with this picture, one seat of which is taken.
  private func board(_ key: ContentKey) -> Flight {
    flights.withLock { flights in
      let flight = flights[key] ?? Flight()
      flight.seats.add(1, ordering: .relaxed)
      flights[key] = flight
      return flight
    }
  }

  /// Gives a seat back; a flight that all have left before it began is called off.
  fileprivate func leave(_ flight: Flight, _ key: ContentKey) {
    flights.withLock { flights in
      let isEmpty = flight.seats.subtract(1, ordering: .relaxed).newValue == 0
      // Another may have begun under that key.
      if isEmpty, flights[key] === flight { flights[key] = nil }
    }
  }

  private func key(_ wish: Wish) throws(ThumbnailError) -> ContentKey {
    let file = PhotoFile(wish.file)
    let key: ContentKey
    do throws(Failure) {
      key =
        switch wish.form {
        case .thumbnail(let width):
          try ContentKey(file, wish.orientation, wish.storedSize, thumbnails, width: width)
        case .whole:
          try ContentKey(
            file, wish.orientation, wish.storedSize, wholes, width: Thumbnailer.largestSide)
        }
    } catch {
      throw ThumbnailError(code: error.code, path: wish.path, reason: error.reason)
    }
    try wish.checkUnchanged()
    return key
  }

  private func make(_ wish: Wish, _ key: ContentKey) throws(ThumbnailError) -> [UInt8] {
    decodes.add(1, ordering: .relaxed)
    switch wish.form {
    case .thumbnail(let width):
      let made = try thumbnails.thumbnail(
        of: wish.file, at: wish.path, orientation: wish.orientation, storedSize: wish.storedSize,
        embeddedThumbnail: wish.embeddedThumbnail, width: width)
      try wish.checkUnchanged()
      cache?.keep(made, as: key.name)
      return made
    case .whole:
      let made = try wholes.thumbnail(
        of: wish.file, at: wish.path, orientation: wish.orientation, storedSize: wish.storedSize,
        embeddedThumbnail: wish.embeddedThumbnail, width: Thumbnailer.largestSide)
      try wish.checkUnchanged()
      return made
    }
  }
}

extension ThumbnailStore.Wish {
  /// Throws if the file was written to since it was opened: what was read is then not the photo that
  /// the caller has checked.
  fileprivate func checkUnchanged() throws(ThumbnailError) {
    guard file.isUnchanged else {
      throw ThumbnailError(
        code: .unreadable, path: path, reason: "was written to while it was read")
    }
  }
}

/// One picture being made, for all who wait for it.
private final class Flight: Sendable {
  /// How many wait for it; changed under the lock of the store's flights.
  let seats = Atomic<Int>(0)

  private let result = Mutex<Result<[UInt8], ThumbnailError>?>(nil)

  /// Makes the picture, or waits for whoever is making it.
  func land(_ make: () throws(ThumbnailError) -> [UInt8]) throws(ThumbnailError) -> [UInt8] {
    // The lock is held while it is made: it is what the others wait for.
    let landed = result.withLock { result in
      if let result { return result }
      let made: Result<[UInt8], ThumbnailError>
      do throws(ThumbnailError) {
        made = .success(try make())
      } catch {
        made = .failure(error)
      }
      result = made
      return made
    }
    return try landed.get()
  }
}

/// The place of one who waits, given back when nothing refers to it: also where whoever asked has left
/// and the way to the picture was never gone.
private final class Seat: Sendable {
  let flight: Flight
  private let key: ContentKey
  private let store: ThumbnailStore

  init(on flight: Flight, _ key: ContentKey, in store: ThumbnailStore) {
    self.flight = flight
    self.key = key
    self.store = store
  }

  deinit { store.leave(flight, key) }
}
