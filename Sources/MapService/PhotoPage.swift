internal import Geography
internal import Grid
internal import PhotoExchange
internal import PhotoIndex

/// The photos of one response, in any format.
struct PhotoPage {
  var pins: [Pin]

  /// The geodesic lines to them, if distances were measured.
  var lines: [GeodesicLine]?

  /// The columns of tables for them.
  var columns = LineColumns.none

  /// How many photos there are on all pages; nil if the response is not paged.
  var matched: Int?

  /// The start of the next page.
  var next: PageCursor?

  /// The part of all photos that this page has.
  var paging: Paging?

  init(_ page: Page<Pin>, matched: Int, _ paging: Paging) {
    pins = page.elements
    next = page.next
    self.matched = matched
    self.paging = paging
  }

  init(_ neighbours: [Neighbour]) {
    pins = neighbours.map(\.pin)
    lines = neighbours.map(\.line)
    columns = .distance
  }

  init(_ sightings: PhotosShowing) {
    self.init(sightings.best)
    columns = .sighting
    matched = sightings.count
  }

  init(_ pin: Pin) { pins = [pin] }
}
