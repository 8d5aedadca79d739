internal import TrackStore
internal import Files
internal import PhotoFacts
internal import PhotoIndex

extension ScanRun {
  /// The file system that the photos of a directory are on, if it is not mounted.
  ///
  /// Returns nil if the directory is on the file system that the index has for it. If another file system is
  /// found there, the disk of the photos is missing, so they are not removed. But if all known files are
  /// present, the directory is a copy on a new disk, and the index records the new file system.
  func missingFileSystem(
    of directory: KnownDirectory, _ listing: DirectoryListing, _ known: [KnownFile],
    at path: FilePath, _ writer: IndexWriter
  ) throws -> KnownFileSystem? {
    guard let found = listing.fileSystem else { return nil }
    // Looked up for each directory, because another machine may have replaced the row.
    let present = try writer.fileSystem(found)
    state.fileSystems.insert(found)
    guard let before = directory.fileSystem else {
      try writer.setFileSystem(present, of: directory.id)
      return nil
    }
    guard before.identity != found else { return nil }
    // The disk was found elsewhere in this scan, so it is not missing: another one was mounted here.
    let isElsewhere = state.fileSystems.contains(before.identity)
    let isProven = listing.proves(before.identity, known)
    if isProven, !isElsewhere, before.identity.key != found.key {
      try writer.replace(before, with: present)
      return nil
    }
    guard
      try options.allowsEmpty || isElsewhere || isProven
        || holdsAll(known, of: directory.id, listing, at: path, writer)
    else { return before }
    try writer.setFileSystem(present, of: directory.id)
    return nil
  }

  /// Whether the listing contains every file that the index has for the directory.
  private func holdsAll(
    _ known: [KnownFile], of directory: DirectoryID, _ listing: DirectoryListing,
    at path: FilePath, _ writer: IndexWriter
  ) throws -> Bool {
    if listing.entries.isEmpty { return try !writer.hasFiles(below: path, in: start.root) }
    let stamps = listing.stamps
    return try known.allSatisfy { stamps[$0.name] != nil }
      && writer.tracks(in: directory).allSatisfy { stamps[$0.name] != nil }
  }

  /// Reports that photos stay in the index because their disk is missing.
  func keep(_ path: FilePath, on missing: KnownFileSystem) {
    skip(
      path,
      because: """
        its photos are on \(missing.identity.name), which is not mounted there. They stay in the index. \
        Mount it and scan again, or use --allow-empty to remove them
        """)
  }

  /// The directories that have gone, except those whose disk is missing.
  ///
  /// A directory whose file system differs from that of the nearest listed directory above it was a mount
  /// point, or lay below one. A disk that was found elsewhere in this scan is not missing.
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
        !state.fileSystems.contains(before.identity)
      else {
        rest.append(directory)
        continue
      }
      guard try writer.hasFiles(below: directory.path, in: start.root) else { continue }
      kept = directory.path
      keep(directory.path, on: before)
    }
    return rest
  }
}

extension DirectoryListing {
  /// The stamps of the files by name.
  fileprivate var stamps: [[UInt8]: FileStamp] {
    var stamps: [[UInt8]: FileStamp] = [:]
    for entry in entries {
      if case .file(let stamp, _) = entry.kind { stamps[entry.name] = stamp }
    }
    return stamps
  }

  /// Whether this directory is on a file system that the index knows by another identity.
  ///
  /// Programs cannot set inode and ctime, so one file with both unchanged proves it. Indexes of earlier
  /// versions have device numbers and no ctime; for them the device number proves it, or a file with the
  /// same inode, size and modification time.
  fileprivate func proves(_ before: FileSystemIdentity, _ known: [KnownFile]) -> Bool {
    if before == .device(identity.device) { return true }
    let stamps = stamps
    return known.contains { file in
      guard let before = file.stamp, let stamp = stamps[file.name], stamp.agrees(with: before)
      else { return false }
      return before.changed == nil || before.changed == stamp.changed
    }
  }
}
