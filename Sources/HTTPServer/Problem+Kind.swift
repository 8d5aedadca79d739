extension Problem {
  /// What has happened, for clients that word problems themselves.
  ///
  /// Only problems that people meet, and that the status alone does not tell, have one.
  public enum Kind: String, CaseIterable, Sendable {
    /// The index is missing or cannot be read.
    case indexUnreadable

    /// The database of the record does not answer.
    case databaseSilent

    /// The disk of the server is full, so nothing was stored.
    case diskFull

    /// A change is recorded, but not shown yet.
    case notShown

    /// The server may not write to the index.
    case readOnly

    /// No folder was ever scanned.
    case nothingToScan

    /// The query takes too long.
    case tooSlow

    /// The disk or share of a file does not answer.
    case diskSilent

    /// The file of a photo has moved, or no scan has seen it.
    case fileMissing

    /// The file of a photo has changed since its scan.
    case fileChanged

    /// No picture can be made of a file.
    case noPreview

    /// The file of a photo is on another machine, which does not provide it.
    case onOtherMachine

    /// The link of a guest has expired or was revoked.
    case linkEnded

    /// The exact position of a photo is not shared, and its file may contain it.
    case placeNotShared

    /// It is not part of what is shared with the visitor.
    case notShared

    /// The role of the user is not sufficient.
    case forOwners

    /// Only the owner may do it, and without passwords the server recognises none.
    case ownerUnknown

    /// Something else has this name.
    case nameTaken

    /// The lists of links, zones and views cannot be read or written.
    case listsUnreadable

    /// The room does not exist, or no longer.
    case roomClosed

    /// The room has as many members as it may have.
    case roomFull

    /// There are as many rooms as there may be.
    case tooManyRooms

    /// The visitor is not a member of the room, or not any more.
    case notInRoom

    /// Only the person who has opened a room may lead.
    case onlyCreatorLeads

    /// None of the objects that a change names can be changed.
    case nothingToChange

    /// The act does not exist, or is undone already.
    case nothingToUndo
  }

  /// The same problem with a kind.
  public func of(_ kind: Kind) -> Problem {
    var problem = self
    problem.kind = kind
    return problem
  }
}
