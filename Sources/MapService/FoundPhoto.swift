internal import HTTPServer
internal import PhotoIndex
internal import PhotoScanner

/// A photo whose file can be read here, or is on another machine.
enum FoundPhoto: Sendable {
  /// The photo with its open file, and as the index has it.
  case here(OpenedPhoto, PhotoRecord)
  case elsewhere(DistantPhoto)
}

extension ServiceContext {
  /// Opens the file of a photo that a visitor may see, or finds the machine that has it.
  func open(
    _ found: PhotoFile, for visitor: Visitor, of library: VisibleLibrary
  ) throws(Problem) -> FoundPhoto {
    let (photo, isMoved) = (found.photo, found.isMoved)
    // An imported record may name any file of this machine.
    guard photo.hasBeenSeen else {
      throw Problem.notFound(
        "Photo \(photo.id) was imported and no scan has seen its file; scan its folder to see it here."
      ).of(.fileMissing)
    }
    if let wanted = visitor.wantedVersion {
      // A server of another machine gets what this machine has itself, in the version that it has checked.
      guard photo.machine == nil, let machines = options.machines,
        wanted == PictureRequest.version(of: photo, on: machines.machine)
      else { throw Problem.notFound("Photo \(photo.id) has changed, or is not on this machine.") }
    }
    guard let folder = folder(of: photo) else {
      guard let machine = photo.machine,
        let version = PictureRequest.version(of: photo, on: machine)
      else {
        throw Problem.notFound(
          "The file of photo \(photo.id) is on another machine; scan its folder there."
        ).of(.onOtherMachine)
      }
      return .elsewhere(
        DistantPhoto(
          photo: photo,
          // The file on the other machine may tell any position.
          isMoved: isMoved || library.privacy != nil, machine: machine, version: version))
    }
    var opened = photo
    opened.root = folder
    return .here(
      try OpenedPhoto(
        opened, isMoved: isMoved, followsSymlinks: ScanOptions.followsSymlinks(found.options),
        for: visitor), photo)
  }
}
