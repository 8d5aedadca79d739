internal import Geography
internal import HTTPServer
internal import PhotoIndex
internal import Synchronization
internal import Sharing

/// The photos that a group of visitors may see.
struct VisibleLibrary: Sendable {
  let index: PhotoIndex

  /// The cache of serialised features, separate for each group, so that guests never get an owner's.
  let written: WrittenFeatures
}

/// Chooses the library that a visitor may see: owners the whole, guests what the zones leave.
///
/// If there are zones, guests' queries use a grid without the true positions.
///
/// So a new route or condition cannot reveal them by mistake.
final class VisibleLibraries: Sendable {
  /// How many guests' libraries are cached; there is one for each precision in use.
  private static let mostKept = 8

  /// The whole library, for owners only.
  let whole: VisibleLibrary
  private let register: ZoneRegister
  private let redacted = Mutex<[(privacy: PrivacyFilter, library: VisibleLibrary)]>([])

  init(_ index: PhotoIndex) {
    whole = VisibleLibrary(index: index, written: WrittenFeatures(limit: 128 << 20))
    register = ZoneRegister(index: index.path)
  }

  /// The library that a visitor may see.
  func library(for visitor: Visitor) throws -> VisibleLibrary {
    if visitor.seesAll { return whole }
    let zones = try currentZones()
    let grid = visitor.share?.precision
    guard !zones.zones.isEmpty || grid != nil else { return whole }
    var privacy = PrivacyFilter(zones: zones.zones, everywhere: grid, revision: zones.revision)
    // Guests may know the cell size of the grid.
    if let grid { privacy.revision ^= Int64(bitPattern: grid.metres.bitPattern) }
    return try library(through: privacy)
  }

  /// The condition that must hold while a long response is sent; nil if nothing can change it.
  ///
  /// A guest's stream ends if a zone is added, changed or removed, or if the link is revoked or expires.
  func permission(of visitor: Visitor) throws -> (@Sendable () -> Bool)? {
    guard !visitor.seesAll else { return nil }
    let revision = try currentZones().revision
    return { [self] in
      (try? register.current().revision) == revision && visitor.share?.isAdmitted ?? true
    }
  }

  private func currentZones() throws -> ZoneList {
    do {
      return try register.current()
    } catch {
      // If the zones cannot be read, nothing is shown.
      throw Problem.unavailable(
        "The privacy zones and links cannot be read. On the machine of the server, run: "
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
      let library = VisibleLibrary(
        index: try PhotoIndex(whole.index, through: privacy),
        written: WrittenFeatures(limit: 32 << 20))
      redacted.append((privacy, library))
      if redacted.count > Self.mostKept { redacted.removeFirst() }
      return library
    }
  }
}
