internal import Geography
internal import HTTPServer
internal import PhotoIndex
internal import Synchronization
internal import Sharing

/// The photos as one kind of visitor sees them.
struct VisibleLibrary: Sendable {
  let index: PhotoIndex

  /// Features as they were written for such visitors: what one may know is not for another.
  let written = WrittenFeatures()
}

/// Gives everyone the library they may see: owners all of it, guests what the zones leave.
///
/// Where there are zones a guest's questions never reach the grid that has the true places, so a new
/// route or a new condition cannot forget them.
final class VisibleLibraries: Sendable {
  /// How many kinds of guests' libraries are kept ready; there is one for each precision that was
  /// given out.
  private static let mostKept = 8

  /// All of it, which is its owners' alone.
  let whole: VisibleLibrary
  private let register: ZoneRegister
  private let redacted = Mutex<[(privacy: PrivacyFilter, library: VisibleLibrary)]>([])

  init(_ index: PhotoIndex) {
    whole = VisibleLibrary(index: index)
    register = ZoneRegister(index: index.path)
  }

  /// What a visitor may see.
  func library(for visitor: Visitor) throws -> VisibleLibrary {
    if visitor.isOwner { return whole }
    let zones = try currentZones()
    let grid = visitor.share?.precision
    guard !zones.zones.isEmpty || grid != nil else { return whole }
    var privacy = PrivacyFilter(zones: zones.zones, everywhere: grid, revision: zones.revision)
    // The width of the grid is no secret from the guest.
    if let grid { privacy.revision ^= Int64(bitPattern: grid.metres.bitPattern) }
    return try library(through: privacy)
  }

  /// What has to hold while a long response is sent to this visitor; nil if nothing can change it.
  ///
  /// A guest's stream ends when a zone is added, changed or removed, and when the link is revoked or expires.
  func permission(of visitor: Visitor) throws -> (@Sendable () -> Bool)? {
    guard !visitor.isOwner else { return nil }
    let revision = try currentZones().revision
    return { [self] in
      (try? register.current().revision) == revision && visitor.share?.isAdmitted ?? true
    }
  }

  private func currentZones() throws -> ZoneList {
    do {
      return try register.current()
    } catch {
      // Without knowing what is to be hidden nothing is shown.
      throw Problem.unavailable(
        "What may be shown here cannot be read just now. On the machine of the server, run: "
          + "geoindex doctor", retryAfter: 60)
    }
  }

  private func library(through privacy: PrivacyFilter) throws -> VisibleLibrary {
    try redacted.withLock { redacted in
      redacted.removeAll { $0.privacy.zones != privacy.zones }
      if let position = redacted.firstIndex(where: { $0.privacy == privacy }) {
        let known = redacted.remove(at: position)
        redacted.append(known)
        return known.library
      }
      let library = VisibleLibrary(index: try PhotoIndex(whole.index, through: privacy))
      redacted.append((privacy, library))
      if redacted.count > Self.mostKept { redacted.removeFirst() }
      return library
    }
  }
}
