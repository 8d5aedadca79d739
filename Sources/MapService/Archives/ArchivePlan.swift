internal import Archives
internal import Files
internal import HTTPServer
internal import PhotoFacts
internal import PhotoIndex
internal import PhotoMetadata
internal import Signing

/// An archive of originals: the place of each byte, and where it comes from.
///
/// It is made from the index and the stamps of the files, none of whose content is read, unless zones must be
/// compared with the positions in them.
struct ArchivePlan: Sendable {
  /// The content of an entry.
  enum Content: Sendable {
    case file(PlannedFile)
    case text([UInt8])
  }

  private(set) var layout = ZipLayout()
  private(set) var contents: [Content] = []

  /// How many photos of the selection are not in the archive.
  private(set) var leftOutCount = 0

  /// A strong validator: all that the bytes of the archive depend on.
  private(set) var etag = EntityTag("")

  /// Plans the archive of a selection; photos that it cannot have are listed in it.
  init(_ selection: ArchiveSelection) throws {
    var names = EntryNames()
    var leftOut = ListedPhotos.leftOut
    try selection.forEach { shown, file in
      do {
        let opened = try selection.open(file)
        let isCleaned = opened.isMoved || !selection.order.hasPositions
        guard !isCleaned || opened.canBeCleaned else {
          let picture =
            selection.order.hasPositions
            ? "positions=no for a JPEG of it, or form=preview for a small one"
            : "form=preview for its picture"
          throw Problem(
            status: 403,
            detail:
              "The position cannot be removed from a file of this format or size; use \(picture).")
        }
        let planned = PlannedFile(
          opened, isCleaned ? .always : try selection.comparison(of: opened))
        let entry = ZipLayout.Entry(
          name: names.add(shown.archivePath), size: planned.count, modified: shown.archiveTime)
        append(entry, .file(planned))
      } catch let problem as Problem where problem.status != 503 {
        leftOut.add(shown.archivePath, problem.detail ?? problem.title)
      }
    }
    leftOutCount = leftOut.count
    if let text = leftOut.text {
      let name = names.add(leftOut.name)
      append(ZipLayout.Entry(name: name, size: text.count, modified: .first), .text(text))
    }
    etag = tag
  }

  private mutating func append(_ entry: ZipLayout.Entry, _ content: Content) {
    layout.append(entry)
    contents.append(content)
  }

  private var tag: EntityTag {
    var facts = Array(MapService.version.utf8)
    for (index, content) in contents.enumerated() {
      facts += layout.header(index)
      switch content {
      case .file(let file): facts += file.version.text.utf8
      case .text(let text): facts += text
      }
    }
    return EntityTag("z-" + base64URL(SHA256.hash(facts).bytes.prefix(16)))
  }
}

extension OpenedPhoto {
  /// Whether the file can be copied without its metadata.
  var canBeCleaned: Bool {
    photo.format == .jpeg && (4...PictureOnly.longestFile).contains(file.size)
  }
}
