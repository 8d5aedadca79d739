internal import Glibc
internal import PhotoFacts
internal import PhotoIndex

/// What is in a directory, in the order of the names' bytes.
struct DirectoryListing {
  struct Entry {
    var name: [UInt8]
    var kind: Kind
  }

  enum Kind {
    /// `hasOtherNames` says that the file is in other places of the file system too (hard links).
    case file(FileStamp, hasOtherNames: Bool)
    case directory(FileIdentity)
    case symlink
    case special
  }

  var identity: FileIdentity
  var entries: [Entry]
}

/// What tells a file from every other on the machine.
struct FileIdentity: Hashable {
  var device: UInt64
  var inode: UInt64
}

/// A call of the system that failed, in its own words.
struct SystemError: Error {
  var code: Int32

  static var last: SystemError { SystemError(code: errno) }

  /// Whether it means that there is no such directory.
  var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether the machine or the program has run out of what it takes to open anything.
  var isShortage: Bool { code == EMFILE || code == ENFILE || code == ENOMEM }

  var reason: String { unsafe String(cString: strerror(code)) }
}

extension DirectoryListing {
  /// Reads a directory and the stamp of everything in it.
  init(_ path: FilePath, followsSymlinks: Bool) throws(SystemError) {
    guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else {
      throw SystemError.last
    }
    defer { unsafe closedir(stream) }
    let descriptor = unsafe dirfd(stream)
    guard let own = FileStatus(descriptor: descriptor) else { throw SystemError.last }
    identity = own.identity
    entries = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe Self.name(of: entry)
      if name != [46], name != [46, 46] {
        if let status = FileStatus(name, in: descriptor, followsSymlinks: followsSymlinks) {
          entries.append(Entry(name: name, kind: status.kind))
        } else if errno != ENOENT {
          // A directory that may be listed but not entered, or a share that answers no more: its
          // files have not gone as one has that was deleted since its name was read.
          throw SystemError.last
        }
      }
      errno = 0
    }
    // A share that drops out half-way ends the listing like its end does, but for this.
    guard errno == 0 else { throw SystemError.last }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
      unsafe field.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
        unsafe Array(
          UnsafeBufferPointer(
            start: bytes, count: strlen(UnsafePointer<CChar>(OpaquePointer(bytes)))))
      }
    }
  }
}

/// What the file system says of one entry.
struct FileStatus {
  private let status: stat

  /// Of an open file.
  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.status = status
  }

  /// Of a name in an open directory; a link that leads nowhere is seen as the link it is.
  init?(_ name: [UInt8], in directory: Int32, followsSymlinks: Bool) {
    var status = stat()
    let path = FilePath(bytes: name)
    let code = unsafe path.withCString { name in
      if followsSymlinks, unsafe fstatat(directory, name, &status, 0) == 0 { return Int32(0) }
      return unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard code == 0 else { return nil }
    self.status = status
  }

  /// Of a path.
  init?(_ path: FilePath, followsSymlinks: Bool = false) {
    self.init(path.bytes, in: AT_FDCWD, followsSymlinks: followsSymlinks)
  }

  var identity: FileIdentity {
    FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  var stamp: FileStamp {
    FileStamp(
      size: Int64(status.st_size),
      // Past the year 2262 nanoseconds do not fit; wrapped round they still tell times apart.
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
      inode: UInt64(status.st_ino))
  }

  var kind: DirectoryListing.Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file(stamp, hasOtherNames: status.st_nlink > 1)
    case S_IFDIR: .directory(identity)
    case S_IFLNK: .symlink
    default: .special
    }
  }
}
