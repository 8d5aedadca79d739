internal import Geography
internal import Grid
internal import HTTPServer
internal import Journeys
internal import Notes
internal import PhotoExchange
internal import PhotoFacts
internal import PhotoIndex
internal import Places
internal import Query
internal import Sharing
internal import Synchronization

/// The photos that a visitor may see: the only way to photos for operations that are open to guests.
struct VisibleLibrary: Sendable {
  private let index: PhotoIndex
  private let limits: VisitorLimits?

  /// What hides positions from the visitor; nil if nothing does.
  let privacy: PrivacyFilter?

  /// The cache of serialised features.
  let written: WrittenFeatures

  /// The whole index, for its notes.
  private let whole: PhotoIndex

  fileprivate init(_ guarded: GuardedIndex, _ limits: VisitorLimits?, whole: PhotoIndex) {
    (index, privacy, written) = (guarded.index, guarded.privacy, guarded.written)
    (self.limits, self.whole) = (limits, whole)
  }

  /// Runs queries, all of which see the same version of the index.
  func read<Result>(_ body: (VisibleReader) throws -> Result) throws -> Result {
    try index.read { try body(VisibleReader($0, limits, index.places)) }
  }

  /// Runs queries like `read`, without a transaction if the caches are sufficient.
  func answer<Result>(
    in language: Language, _ body: (VisibleReader) throws -> Result
  ) throws -> Result {
    try index.answer { reader in
      reader.language = language
      return try body(VisibleReader(reader, limits, index.places))
    }
  }

  /// Every position in the notes about a photo.
  func notedPositions(of photo: PhotoRecord) throws -> [Coordinate] {
    try whole.readActs { acts, reader in
      try acts.positions(about: PhotoIdentity(photo), in: reader)
    } ?? []
  }

  /// The newest acts that correct homes or trips, with their texts; none for visitors who see trips without corrections.
  func tripCorrections() throws -> [(Act, [String])] {
    limits == nil ? try whole.acts(.journey) { Correction($0)?.text } : []
  }

  /// The photos that pass a filter, for a client that takes them at its own pace.
  ///
  /// - Parameter properties: What is written of them.
  func listing(
    _ filter: PhotoFilter, in language: Language, _ properties: PropertySelection = .all
  ) throws -> VisibleListing {
    let (own, judgement) = try answer(in: language) { reader in
      (try reader.own(filter), try reader.judgement(for: properties))
    }
    return VisibleListing(
      listing: try index.listing(own, in: language), limits: limits, judgement: judgement)
  }
}

/// The listed photos as a visitor may see them.
struct VisibleListing: Sendable {
  private let listing: PhotoListing
  private let limits: VisitorLimits?
  private let judgement: JudgedLibrary?

  fileprivate init(listing: PhotoListing, limits: VisitorLimits?, judgement: JudgedLibrary?) {
    (self.listing, self.limits, self.judgement) = (listing, limits, judgement)
  }

  /// The index and its version that the listing shows.
  var stamp: IndexStamp { listing.stamp }

  /// How many photos there are.
  var matched: Int { listing.matched }

  /// The next photos; nil at the end.
  func next(_ count: Int) throws -> [PhotoRecord]? {
    try listing.next(count)?.map { judgement.judged(limits.shown($0)) }
  }

  /// Ends the transaction; no more photos follow.
  func close() { listing.close() }
}

/// An index, perhaps behind a privacy filter, with its own cache of features, so that guests never get an owner's.
private struct GuardedIndex {
  let index: PhotoIndex
  let written: WrittenFeatures
  var privacy: PrivacyFilter?
}

/// Chooses the library that a visitor may see: owners the whole, guests what the zones and their link leave.
///
/// If there are zones, guests' queries use a grid without the true positions.
///
/// So a new route or condition cannot reveal them by mistake.
final class VisibleLibraries: Sendable {
  /// How many guests' indexes are cached; there is one for each precision in use.
  private static let mostKept = 8

  private let whole: GuardedIndex
  private let register: ZoneRegister
  private let views: ViewRegister
  private let redacted = Mutex<[GuardedIndex]>([])

  init(_ index: PhotoIndex) {
    whole = GuardedIndex(index: index, written: WrittenFeatures(limit: 128 << 20))
    register = ZoneRegister(index: index.path, isReplica: index.isReplica)
    views = ViewRegister(index: index.path, isReplica: index.isReplica)
  }

  /// The library that a visitor may see.
  func library(for visitor: Visitor) throws -> VisibleLibrary {
    let limits = visitor.limits
    let guarded = limits == nil ? whole : try guestIndex(at: visitor.limited?.precision)
    return VisibleLibrary(guarded, limits, whole: whole.index)
  }

  /// What a saved view selects for a visitor; throws if there is none of that name.
  ///
  /// For guests each view selects nothing, so that they do not learn which there are.
  func view(_ name: String, for visitor: Visitor) throws -> RequestedView {
    guard visitor.isOwner else {
      var nothing = PhotoFilter()
      nothing.condition = .any([])
      return RequestedView(filter: nothing)
    }
    let found: SavedView?
    do {
      found = try views.view(named: name)
    } catch {
      throw unreadable
    }
    guard let found else { throw QueryError.unknownView(name) }
    return RequestedView(filter: try found.filter(), text: found.line)
  }

  private func guestIndex(at grid: CoarseGrid?) throws -> GuardedIndex {
    let zones = try currentZones()
    guard !zones.entries.isEmpty || grid != nil else { return whole }
    var privacy = PrivacyFilter(zones: zones.entries, everywhere: grid, revision: zones.revision)
    // Guests may know the cell size of the grid.
    if let grid { privacy.revision ^= Int64(bitPattern: grid.metres.bitPattern) }
    return try index(through: privacy)
  }

  /// The condition that must hold while a long response is sent; nil if nothing can change it.
  ///
  /// A guest's stream ends if a zone is added, changed or removed, or if the link is revoked or expires.
  func permission(of visitor: Visitor) throws -> (@Sendable () -> Bool)? {
    guard !visitor.seesAll else { return nil }
    let revision = try currentZones().revision
    return { [self] in
      (try? register.current().revision) == revision && visitor.limited?.isAdmitted ?? true
    }
  }

  private func currentZones() throws -> NamedList<PrivacyZone> {
    do {
      return try register.current()
    } catch {
      // If the zones cannot be read, nothing is shown.
      throw unreadable
    }
  }

  private var unreadable: Problem {
    Problem.unavailable(
      "The privacy zones, views and links cannot be read. On the machine of the server, run: "
        + "geoindex doctor", retryAfter: 60
    ).of(.listsUnreadable)
  }

  private func index(through privacy: PrivacyFilter) throws -> GuardedIndex {
    try redacted.withLock { redacted in
      redacted.removeAll { $0.privacy?.zones != privacy.zones }
      if let position = redacted.firstIndex(where: { $0.privacy == privacy }) {
        let known = redacted.remove(at: position)
        redacted.append(known)
        return known
      }
      let index = GuardedIndex(
        index: try PhotoIndex(whole.index, through: privacy),
        written: WrittenFeatures(limit: 32 << 20), privacy: privacy)
      redacted.append(index)
      if redacted.count > Self.mostKept { redacted.removeFirst() }
      return index
    }
  }
}
