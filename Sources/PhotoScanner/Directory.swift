internal import Files
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

  /// The file system it is on, if that was asked for and can be told.
  var fileSystem: FileSystemIdentity?
  var entries: [Entry]
}

/// What tells a file from every other on the machine.
struct FileIdentity: Hashable {
  var device: UInt64
  var inode: UInt64
}

extension DirectoryListing {
  /// Reads a directory and the stamp of everything in it; unless links are followed, no component of
  /// its path may be one.
  init(
    _ path: FilePath, followsSymlinks: Bool, on fileSystems: (any FileSystemLookup)? = nil
  ) throws(SystemError) {
    let directory = try DirectoryHandle(
      path: path.bytes, links: followsSymlinks ? .followed : .refused)
    let opened = unsafe openat(directory.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw SystemError.last }
    guard let stream = unsafe fdopendir(opened) else {
      let error = SystemError.last
      close(opened)
      throw error
    }
    defer { unsafe closedir(stream) }
    let descriptor = unsafe dirfd(stream)
    guard let own = FileStatus(descriptor: descriptor) else { throw SystemError.last }
    identity = own.identity
    fileSystem = fileSystems?.fileSystem(of: path, descriptor: descriptor)
    entries = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe Self.name(of: entry)
      if name != [46], name != [46, 46] {
        if let status = FileStatus(name, in: descriptor, followsSymlinks: followsSymlinks) {
          entries.append(Entry(name: name, kind: status.entryKind))
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

extension FileStatus {
  /// Of a name in an open directory; a link that leads nowhere is seen as the link it is.
  init?(_ name: [UInt8], in directory: Int32, followsSymlinks: Bool) {
    let target = followsSymlinks ? FileStatus(path: name, in: directory) : nil
    guard let status = target ?? FileStatus(path: name, in: directory, followsLinks: false)
    else { return nil }
    self = status
  }

  /// Of a path.
  init?(_ path: FilePath, followsSymlinks: Bool = false) {
    self.init(path.bytes, in: AT_FDCWD, followsSymlinks: followsSymlinks)
  }

  var identity: FileIdentity { FileIdentity(device: device, inode: inode) }

  var stamp: FileStamp { FileStamp(self) }

  var entryKind: DirectoryListing.Kind {
    switch kind {
    case .regular: .file(FileStamp(self), hasOtherNames: linkCount > 1)
    case .directory: .directory(identity)
    case .symbolicLink: .symlink
    default: .special
    }
  }
}
