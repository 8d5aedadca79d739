internal import Files
internal import Glibc
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata

/// The entries of a directory, sorted by the bytes of their names.
struct DirectoryListing {
  struct Entry {
    var name: [UInt8]
    var kind: Kind
  }

  enum Kind {
    /// `hasOtherNames` is true if the file has further hard links.
    case file(FileStamp, hasOtherNames: Bool)
    case directory(FileIdentity)
    case symlink
    case special
  }

  var identity: FileIdentity

  /// The directory itself, open.
  var directory: DirectoryHandle

  /// Its file system; nil if the walk has not asked or it cannot be determined.
  var fileSystem: FileSystemIdentity?
  var entries: [Entry]

  /// What Picasa says about its photos; files that cannot be read are left to the readers of photos.
  var picasa: [PicasaDocument] = []

  /// What its ignore files say; nil if it has none.
  var ignoreRules = Result<IgnoreRules?, SystemError>.success(nil)

  /// Whether it has an entry of this name; takes logarithmic time.
  func contains(_ name: ArraySlice<UInt8>) -> Bool {
    var range = entries.startIndex..<entries.endIndex
    while let last = range.last {
      let middle = range.lowerBound + (last - range.lowerBound) / 2
      if entries[middle].name.lexicographicallyPrecedes(name) {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound < entries.endIndex && entries[range.lowerBound].name.elementsEqual(name)
  }
}

/// Identifies a file on this machine.
struct FileIdentity: Hashable {
  var device: UInt64
  var inode: UInt64
}

extension DirectoryListing {
  /// Lists a directory with the stamp of each entry.
  ///
  /// Unless links are followed, no component of the path may be a symbolic link.
  ///
  /// Calls `hasWaited` after each wait for the disk.
  init(_ path: FilePath, followsSymlinks: Bool, _ hasWaited: () -> Void = {}) throws(SystemError) {
    directory = try DirectoryHandle(
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
    entries = []
    errno = 0
    while let entry = unsafe readdir(stream) {
      let name = unsafe Self.name(of: entry)
      if name != [46], name != [46, 46] {
        if let status = FileStatus(name, in: descriptor, followsSymlinks: followsSymlinks) {
          entries.append(Entry(name: name, kind: status.entryKind))
        } else if errno != ENOENT {
          // The directory may be listed but not entered, or a share stopped answering. The files have
          // not gone; only a file deleted since `readdir` gives ENOENT.
          throw SystemError.last
        }
      }
      hasWaited()
      errno = 0
    }
    // `readdir` returns nil also when a share fails half-way; only errno distinguishes that from the end.
    guard errno == 0 else { throw SystemError.last }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
    picasa = documents(followsSymlinks: followsSymlinks, hasWaited)
  }

  /// Reads the files of Picasa once for all photos of the directory.
  private func documents(followsSymlinks: Bool, _ hasWaited: () -> Void) -> [PicasaDocument] {
    entries.filter { Companion.kind(ofFileNamed: $0.name) == .picasa }.prefix(4).compactMap {
      defer { hasWaited() }
      guard case .file(let stamp, _) = $0.kind, stamp.size <= PicasaDocument.longestDocument,
        let file = try? directory.file($0.name, links: followsSymlinks ? .followed : .refused),
        file.size <= PicasaDocument.longestDocument,
        let content = try? file.read(0..<file.size)
      else { return nil }
      return PicasaDocument(content, name: $0.name)
    }
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
  /// The status of a name in an open directory; a dangling link has the status of the link itself.
  init?(_ name: [UInt8], in directory: Int32, followsSymlinks: Bool) {
    let target = followsSymlinks ? FileStatus(path: name, in: directory) : nil
    guard let status = target ?? FileStatus(path: name, in: directory, followsLinks: false)
    else { return nil }
    self = status
  }

  /// The status of a path.
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
