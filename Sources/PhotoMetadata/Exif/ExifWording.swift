private import CExif
private import Glibc

/// Descriptions of tags and values from libexif: `Flash did not fire`, `f/1.8`.
///
/// Owns one empty libexif block, into which one entry at a time is placed.
@safe struct ExifWording: ~Copyable {
  private let block: UnsafeMutablePointer<ExifData>?

  /// The size limit; longer values are maker notes and tables, which libexif does not describe.
  private static let longestValue = 1024

  /// Makes a block of a byte order.
  init(order: ByteOrder) {
    unsafe block = exif_data_new()
    guard let block = unsafe block else { return }
    // This default option would add the tags that a standard block should have.
    unsafe exif_data_unset_option(block, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    unsafe exif_data_set_byte_order(
      block, order == .big ? EXIF_BYTE_ORDER_MOTOROLA : EXIF_BYTE_ORDER_INTEL)
  }

  deinit {
    if let block = unsafe block { unsafe exif_data_unref(block) }
  }

  /// The standard name of a tag; the same number may have another name in another directory.
  func name(of tag: UInt16, in group: ExifGroup) -> String? {
    let name = unsafe exif_tag_get_name_in_ifd(CExif.ExifTag(UInt32(tag)), group.directory)
    return unsafe name.map { unsafe String(cString: $0) }
  }

  /// The description of an entry's value; nil if libexif has none.
  func meaning(
    of entry: ExifEntry, in group: ExifGroup, from file: inout FileWindow
  ) -> String? {
    guard let content = unsafe content(group), entry.isInside, !entry.type.isText,
      entry.type != .directory, (1...Self.longestValue).contains(entry.length),
      let value = unsafe exif_entry_new()
    else { return nil }
    defer { unsafe exif_entry_unref(value) }
    let isFilled = file.withBytes(at: entry.offset, count: entry.length) { bytes in
      // libexif frees the copy with the entry.
      guard let copy = unsafe malloc(bytes.count) else { return false }
      let target = unsafe UnsafeMutableRawBufferPointer(start: copy, count: bytes.count)
      unsafe target.copyBytes(from: bytes)
      unsafe value.pointee.data = copy.assumingMemoryBound(to: UInt8.self)
      unsafe value.pointee.size = UInt32(bytes.count)
      return true
    }
    guard isFilled == true else { return nil }
    unsafe value.pointee.tag = CExif.ExifTag(UInt32(entry.tag))
    unsafe value.pointee.format = ExifFormat(UInt32(entry.type.rawValue))
    unsafe value.pointee.components = UInt(entry.count)
    unsafe exif_content_add_entry(content, value)
    defer { unsafe exif_content_remove_entry(content, value) }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { words in
      let text = unsafe exif_entry_get_value(value, words.baseAddress, UInt32(words.count))
      guard let text = unsafe text else { return nil }
      let trimmed = unsafe String(cString: text).drop { $0 == " " }
      // libexif returns such a text for unknown numbers.
      return trimmed.isEmpty || trimmed.hasPrefix("Internal error") ? nil : String(trimmed)
    }
  }

  private func content(_ group: ExifGroup) -> UnsafeMutablePointer<ExifContent>? {
    guard let directories = unsafe block?.pointee.ifd else { return nil }
    // Swift imports the fixed-size C array as a tuple, in the order of `ExifIfd`.
    return switch group {
    case .image: unsafe directories.0
    case .thumbnail: unsafe directories.1
    case .exif: unsafe directories.2
    case .gps: unsafe directories.3
    case .interoperability: unsafe directories.4
    }
  }
}

extension ExifGroup {
  fileprivate var directory: ExifIfd {
    switch self {
    case .image: EXIF_IFD_0
    case .thumbnail: EXIF_IFD_1
    case .exif: EXIF_IFD_EXIF
    case .gps: EXIF_IFD_GPS
    case .interoperability: EXIF_IFD_INTEROPERABILITY
    }
  }
}
