internal import PhotoFacts
internal import PhotoIndex

extension ScanRun {
  /// The file system that the photos of a directory are on, if another one is found there: its disk is
  /// missing, and what was on it has not gone.
  ///
  /// A directory with all of its files is taken for a copy on a new disk, and belongs to that from then on.
  func missingFileSystem(
    of directory: KnownDirectory, _ listing: DirectoryListing, _ known: [KnownFile],
    at path: FilePath, _ writer: IndexWriter
  ) throws -> KnownFileSystem? {
    guard let found = listing.fileSystem else { return nil }
    let present = try row(of: found, writer)
    guard let before = directory.fileSystem else {
      try writer.setFileSystem(present, of: directory.id)
      return nil
    }
    guard before.identity != found else { return nil }
    // A disk that this scan has found somewhere else is not missing: another was mounted over this place.
    let isElsewhere = fileSystemRows[before.identity] != nil
    let isProven = listing.proves(before.identity, known)
    if isProven, !isElsewhere, before.identity.key != found.key {
      try writer.replace(before, with: present)
      return nil
    }
    guard
      try options.allowsEmpty || isElsewhere || isProven
        || holdsAll(known, listing, at: path, writer)
    else { return before }
    try writer.setFileSystem(present, of: directory.id)
    return nil
  }

  /// Whether every file that the index has in a directory is in the listing of it.
  private func holdsAll(
    _ known: [KnownFile], _ listing: DirectoryListing, at path: FilePath, _ writer: IndexWriter
  ) throws -> Bool {
    if listing.entries.isEmpty { return try !writer.hasPhotos(below: path, in: start.root) }
    let stamps = listing.stamps
    return known.allSatisfy { stamps[$0.name] != nil }
  }

  private func row(of identity: FileSystemIdentity, _ writer: IndexWriter) throws -> KnownFileSystem
  {
    if let known = fileSystemRows[identity] { return known }
    let row = try writer.fileSystem(identity)
    fileSystemRows[identity] = row
    return row
  }

  /// Notes that photos stay in the index because their disk is missing.
  func keep(_ path: FilePath, on missing: KnownFileSystem) {
    skip(
      path,
      because: """
        its photos are on \(missing.identity.name), which is not mounted there. They stay in the index. \
        Mount it and scan again, or confirm that they are gone with --allow-empty
        """)
  }

  /// The directories that are gone, without those whose disk is missing.
  ///
  /// A directory that was on another file system than the nearest directory above it was a mount point,
  /// or lay below one. A disk that this scan has found somewhere is not missing.
  func withoutMissingDisks(_ gone: [UnlistedDirectory], _ writer: IndexWriter) throws
    -> [UnlistedDirectory]
  {
    if options.allowsEmpty { return gone }
    var rest: [UnlistedDirectory] = []
    var kept: FilePath?
    for directory in gone {
      if let kept, directory.path.isInside(kept) { continue }
      guard let before = directory.fileSystem,
        let above = try writer.nearestListed(
          above: directory.path, in: start.root, scan: start.number),
        let present = above.fileSystem, present.identity != before.identity,
        fileSystemRows[before.identity] == nil
      else {
        rest.append(directory)
        continue
      }
      guard try writer.hasPhotos(below: directory.path, in: start.root) else { continue }
      kept = directory.path
      keep(directory.path, on: before)
    }
    return rest
  }
}

extension DirectoryListing {
  /// The stamps of its files by their names.
  fileprivate var stamps: [[UInt8]: FileStamp] {
    var stamps: [[UInt8]: FileStamp] = [:]
    for entry in entries {
      if case .file(let stamp, _) = entry.kind { stamps[entry.name] = stamp }
    }
    return stamps
  }

  /// Whether it is on a file system that had another identity when its files were read.
  ///
  /// No program can set the inode and ctime of a file, so one that has both as before proves it. An older
  /// version recorded device numbers and no ctime; then the device number, or an inode with size and
  /// modification time, has to do.
  fileprivate func proves(_ before: FileSystemIdentity, _ known: [KnownFile]) -> Bool {
    if before == .device(identity.device) { return true }
    let stamps = stamps
    return known.contains { file in
      guard let stamp = stamps[file.name], stamp.agrees(with: file.stamp) else { return false }
      return file.stamp.changed == nil || file.stamp.changed == stamp.changed
    }
  }
}
