internal import Geography
internal import Journeys
internal import PhotoFacts
public import Places

/// A trip as an HTML page that needs no script to be read: days, places, pictures and texts.
///
/// Its files are beside it: `pictures/` and `thumbnails/`, each with `NUMBER.jpg`, and those of the folder
/// `static/trip`. The script adds the map, dates in words and a viewer.
public struct TripPage: Sendable {
  /// The longer sides of its pictures in pixels, by folder.
  public static let widths = ["pictures": 1_280, "thumbnails": 320]

  /// The files of the page in the folder of the map page, besides the folders `vendor` and `basemap`.
  public static let files = ["trip/trip.css", "trip/trip.js"] + mapFiles

  /// The files of the map page by which other pages draw a map.
  public static let mapFiles = [
    "icon.svg", "app/map/basemap-style.js", "app/map/foreign-tiles.js", "app/map/maplibre.js",
    "app/map/palette.js",
  ]

  /// Who shares the trip, if that is known.
  public var sharer: String?

  /// When the page ends, as a time in UTC; nil if it does not.
  public var expiry: String?

  /// The full address of the page, for the previews that messengers show; nil if it is not known.
  public var address: String?

  /// The Content-Security-Policy, for web servers that send none.
  public var policy: String?

  private let trip: SharedTrip
  private let language: Language
  private let texts: PageTexts<TripPageTexts>

  /// Makes the page in a language.
  public init(_ trip: SharedTrip, in language: Language) {
    (self.trip, self.language) = (trip, language)
    texts = PageTexts([language], of: TripPageTexts.table)
  }

  /// The page.
  public var html: [UInt8] {
    var page = XMLWriter()
    page.startPage(texts)
    page.raw("\n")
    head(&page)
    page.raw("<body>\n<header>\n<h1>")
    page.text(title)
    page.raw("</h1>\n<p>")
    facts(&page)
    page.raw("</p>\n")
    origin(&page)
    page.raw("</header>\n<figure id=\"map\" role=\"group\"")
    page.attribute("aria-label", texts.words.map)
    page.raw(">")
    RouteSketch(trip.pictures.compactMap(\.position)).write(to: &page)
    page.raw("</figure>\n<main>\n")
    if let text = trip.text { write(text, to: &page) }
    for day in trip.days { write(day, to: &page) }
    page.raw("</main>\n")
    viewer(&page)
    page.raw("</body>\n</html>\n")
    return page.bytes
  }

  /// The name of the trip, or its dates.
  public var title: String { trip.name ?? dates ?? texts.words.map }

  private var dates: String? {
    guard let first = trip.days.first?.date, let last = trip.days.last?.date else { return nil }
    return first == last ? "\(first)" : "\(first) – \(last)"
  }

  private func head(_ page: inout XMLWriter) {
    page.raw(
      """
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta name="robots" content="noindex">

      """)
    page.meta("http-equiv", "Content-Security-Policy", policy)
    page.meta("property", "og:title", title)
    page.meta("property", "og:description", dates)
    if let address, let cover = trip.pictures.first {
      page.meta("property", "og:image", "\(address)pictures/\(cover.number).jpg")
    }
    page.element("title", title)
    page.raw(
      """

      <link rel="icon" href="icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="trip/trip.css">
      <script src="trip/trip.js" type="module"></script>
      </head>

      """)
  }

  /// The dates, and how many days and pictures there are.
  private func facts(_ page: inout XMLWriter) {
    if let first = trip.days.first?.date, let last = trip.days.last?.date {
      page.raw("<span class=\"dates\"")
      page.attribute("data-from", first.description)
      page.attribute("data-to", last.description)
      page.raw(">")
      page.text(dates ?? "")
      page.raw("</span> · ")
      page.text(texts.words.days.text(last.number - first.number + 1))
      page.raw(" · ")
    }
    page.text(texts.words.photos.text(trip.pictures.count))
  }

  /// Who shares the trip, and until when.
  private func origin(_ page: inout XMLWriter) {
    guard sharer != nil || expiry != nil else { return }
    page.raw("<p class=\"origin\">")
    if let sharer { page.text(texts.words.sharedBy.replacing("{}", with: sharer)) }
    if sharer != nil, expiry != nil { page.raw(" · ") }
    if let expiry {
      let parts = texts.words.until.split(separator: "{}", omittingEmptySubsequences: false)
      page.text(String(parts.first ?? ""))
      page.time("until", expiry, shown: String(expiry.prefix(10)))
      page.text(String(parts.dropFirst().first ?? ""))
    }
    page.raw("</p>\n")
  }

  private func write(_ day: SharedTrip.Day, to page: inout XMLWriter) {
    let date = day.date.description
    page.raw("<section")
    page.attribute("id", "day-\(date)")
    page.raw(">\n<h2>")
    page.time("day", date, shown: date)
    page.raw("</h2>\n")
    if !day.places.isEmpty {
      page.raw("<p class=\"places\">")
      page.text(day.places.joined(separator: " · "))
      page.raw("</p>\n")
    }
    for text in day.texts { write(text, to: &page) }
    if !day.pictures.isEmpty {
      page.raw("<ul class=\"pictures\">\n")
      for picture in day.pictures { write(picture, to: &page) }
      page.raw("</ul>\n")
    }
    page.raw("</section>\n")
  }

  private func write(_ text: String, to page: inout XMLWriter) {
    page.raw("<div class=\"diary\">\n")
    Markdown(text).write(to: &page)
    page.raw("</div>\n")
  }

  private func write(_ picture: SharedTrip.Picture, to page: inout XMLWriter) {
    page.raw("<li")
    if let position = picture.position {
      page.attribute("data-at", "\(position.longitude),\(position.latitude)")
    }
    page.raw("><a")
    page.attribute("href", "pictures/\(picture.number).jpg")
    if picture.isFilm { page.attribute("class", "film") }
    page.raw("><img loading=\"lazy\" decoding=\"async\"")
    page.attribute("src", "thumbnails/\(picture.number).jpg")
    page.attribute("alt", picture.title ?? texts.words.photo)
    if let size = picture.size {
      page.attribute("width", String(size.width))
      page.attribute("height", String(size.height))
    }
    page.raw("></a>")
    words(of: picture, to: &page)
    page.raw("</li>\n")
  }

  private func words(of picture: SharedTrip.Picture, to page: inout XMLWriter) {
    guard picture.time != nil || picture.title != nil || picture.caption != nil else { return }
    page.raw("<div class=\"words\">")
    page.element("small", picture.time)
    page.element("strong", picture.title)
    page.element("p", picture.caption)
    page.raw("</div>")
  }

  private func viewer(_ page: inout XMLWriter) {
    page.raw(
      "<dialog id=\"viewer\"><img alt=\"\"><footer><button type=\"button\" class=\"previous\"")
    page.attribute("aria-label", texts.words.previous)
    page.raw(
      ">‹</button><div class=\"facts\" aria-live=\"polite\"></div><button type=\"button\" class=\"next\""
    )
    page.attribute("aria-label", texts.words.next)
    page.raw(">›</button><button type=\"button\" class=\"close\"")
    page.attribute("aria-label", texts.words.close)
    page.raw(">×</button></footer></dialog>\n")
  }
}

extension XMLWriter {
  /// Writes an element for machines; nothing if it has no content.
  fileprivate mutating func meta(_ kind: StaticString, _ name: String, _ content: String?) {
    guard let content else { return }
    raw("<meta")
    attribute(kind, name)
    attribute("content", content)
    raw(">\n")
  }

  /// Writes a time, which the script words.
  fileprivate mutating func time(_ kind: String, _ time: String, shown: String) {
    raw("<time")
    attribute("class", kind)
    attribute("datetime", time)
    raw(">")
    text(shown)
    raw("</time>")
  }
}
