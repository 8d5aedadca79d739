internal import Geography
internal import PhotoIndex

/// The photos of one answer, whatever format they are sent in.
struct PhotoPage {
  var pins: [Pin]

  /// The ways to them, where something was measured.
  var lines: [GeodesicLine]?

  /// How many photos there are on all pages; nil if the response is not paged.
  var matched: Int?

  /// Where the next page begins.
  var next: PageCursor?

  /// Which part of all photos this is.
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
  }

  init(_ pin: Pin) { pins = [pin] }
}
