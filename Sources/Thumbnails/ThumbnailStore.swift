public import Files
public import PhotoFacts
internal import Synchronization

/// Makes thumbnails for concurrent requests: cached on disk, and each made only once at a time.
public final class ThumbnailStore: Sendable {
  /// A request for a picture.
  public struct Request: Sendable {
    /// The photo; it is read only through this descriptor, because its path may lead elsewhere by now.
    public var file: ReadableFile

    /// Its path, for messages.
    public var path: FilePath

    /// The orientation of the stored picture.
    public var orientation: Orientation

    /// The size of the stored picture.
    public var storedSize: PixelSize?

    /// The range of an embedded preview.
    public var embeddedThumbnail: ByteRange?

    /// The requested form.
    public var form: Form

    /// Makes a request.
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

  /// The form of a picture.
  public enum Form: Hashable, Sendable {
    /// A thumbnail with this longer side.
    case thumbnail(width: Int)

    /// As large as the photo, up to `Thumbnailer.largestSide`.
    ///
    /// Not cached on disk, because one takes the space of fifty thumbnails.
    case whole
  }

  private let cache: ThumbnailCache?
  private let thumbnails: Thumbnailer
  private let wholes: Thumbnailer
  private let jobs = Mutex<[ContentKey: InFlightJob]>([:])
  private let decodes = Atomic<Int>(0)

  /// Makes a store, optionally with a cache on disk.
  public init(cache: ThumbnailCache?) {
    self.cache = cache
    thumbnails = Thumbnailer()
    var wholes = Thumbnailer()
    wholes.quality = 90
    wholes.hasPlaceholders = false
    self.wholes = wholes
  }

  /// The number of pictures that were made rather than found or shared.
  public var decodeCount: Int { decodes.load(ordering: .relaxed) }

  /// The result of a request: the picture, or a function that makes it.
  public enum Picture: Sendable {
    /// The JPEG.
    case ready([UInt8])

    /// Makes the JPEG, which takes a while; concurrent callers for the same picture share the work.
    case later(@Sendable () throws(ThumbnailError) -> [UInt8])
  }

  /// The picture if it is cached, or a function that makes it.
  public func picture(_ request: Request) throws(ThumbnailError) -> Picture {
    let key = try key(request)
    if case .thumbnail = request.form, let cached = cache?.picture(key.name) {
      return .ready(cached)
    }
    let waiter = Waiter(on: join(key), key, in: self)
    return .later { [self] () throws(ThumbnailError) in
      try waiter.job.run { () throws(ThumbnailError) in
        // Later requests find the picture on disk, or start a new job.
        defer { jobs.withLock { $0[key] = nil } }
        return try make(request, key)
      }
    }
  }

  /// A picture of another machine that was cached under a name of 32 digits.
  public func cached(_ name: String) -> [UInt8]? { cache?.picture(name) }

  /// Caches a picture of another machine under a name of 32 digits.
  public func keep(_ picture: [UInt8], as name: String) { cache?.keep(picture, as: name) }

  /// The number of pictures in flight.
  var inFlightCount: Int { jobs.withLock { $0.count } }

  /// The job for a picture, with one more waiter.
  private func join(_ key: ContentKey) -> InFlightJob {
    jobs.withLock { jobs in
      let job = jobs[key] ?? InFlightJob()
      job.waiterCount.add(1, ordering: .relaxed)
      jobs[key] = job
      return job
    }
  }

  /// Removes a waiter; a job that has not started is dropped with its last waiter.
  fileprivate func leave(_ job: InFlightJob, _ key: ContentKey) {
    jobs.withLock { jobs in
      let isEmpty = job.waiterCount.subtract(1, ordering: .relaxed).newValue == 0
      // Another job may have the key by now.
      if isEmpty, jobs[key] === job { jobs[key] = nil }
    }
  }

  private func key(_ request: Request) throws(ThumbnailError) -> ContentKey {
    let file = PhotoFile(request.file)
    let key: ContentKey
    do throws(Failure) {
      key =
        switch request.form {
        case .thumbnail(let width):
          try ContentKey(file, request.orientation, request.storedSize, thumbnails, width: width)
        case .whole:
          try ContentKey(
            file, request.orientation, request.storedSize, wholes, width: Thumbnailer.largestSide)
        }
    } catch {
      throw ThumbnailError(code: error.code, path: request.path, reason: error.reason)
    }
    try request.checkUnchanged()
    return key
  }

  private func make(_ request: Request, _ key: ContentKey) throws(ThumbnailError) -> [UInt8] {
    decodes.add(1, ordering: .relaxed)
    switch request.form {
    case .thumbnail(let width):
      let made = try thumbnails.thumbnail(
        of: request.file, at: request.path, orientation: request.orientation,
        storedSize: request.storedSize,
        embeddedThumbnail: request.embeddedThumbnail, width: width)
      try request.checkUnchanged()
      cache?.keep(made, as: key.name)
      return made
    case .whole:
      let made = try wholes.thumbnail(
        of: request.file, at: request.path, orientation: request.orientation,
        storedSize: request.storedSize,
        embeddedThumbnail: request.embeddedThumbnail, width: Thumbnailer.largestSide)
      try request.checkUnchanged()
      return made
    }
  }
}

extension ThumbnailStore.Request {
  /// Throws if the file was written to since it was opened, because the caller checked the former content.
  fileprivate func checkUnchanged() throws(ThumbnailError) {
    guard file.isUnchanged else {
      throw ThumbnailError(
        code: .unreadable, path: path, reason: "was written to while it was read")
    }
  }
}

/// A picture that is being made, shared by all its waiters.
private final class InFlightJob: Sendable {
  /// The number of waiters; changed under the lock of `jobs`.
  let waiterCount = Atomic<Int>(0)

  private let result = Mutex<Result<[UInt8], ThumbnailError>?>(nil)

  /// Makes the picture, or waits for the thread that is making it.
  func run(_ make: () throws(ThumbnailError) -> [UInt8]) throws(ThumbnailError) -> [UInt8] {
    // The lock is held while the picture is made; the other waiters block on it.
    let outcome = result.withLock { result in
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
    return try outcome.get()
  }
}

/// A waiter of a job; removed from the job when it is released, also if the request was abandoned.
private final class Waiter: Sendable {
  let job: InFlightJob
  private let key: ContentKey
  private let store: ThumbnailStore

  init(on job: InFlightJob, _ key: ContentKey, in store: ThumbnailStore) {
    self.job = job
    self.key = key
    self.store = store
  }

  deinit { store.leave(job, key) }
}
