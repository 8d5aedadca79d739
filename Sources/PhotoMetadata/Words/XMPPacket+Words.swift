internal import PhotoFacts

extension XMPPacket {
  /// What people and programs have written.
  var words: PhotoWords {
    var words = PhotoWords()
    words.title = self[.title]
    words.caption = self[.caption] ?? self[.acdseeCaption]
    words.keywords = keywords
    words.keywordPaths = paths
    words.people = people
    words.rating = rating
    words.label = self[.label]
    words.creator = list(.creator).joined(separator: "; ").known ?? self[.acdseeAuthor]
    words.copyright = self[.rights]
    return words
  }

  /// The flat keywords; what ACDSee alone has counts if there are no others.
  private var keywords: [String] {
    let names = list(.subject)
    return names.isEmpty
      ? (list(.acdseeKeywords) + categories.filter { !$0.contains("/") }).once : names
  }

  /// The categories of ACDSee, as paths.
  var categories: [String] {
    self[.acdseeCategories].map(ACDSeeCategories.paths) ?? []
  }

  /// The people of regions with faces, and those that are only named.
  private var people: [String] {
    let named = [.regionName, .personDisplayName, .personInImage, .mediaProPeople].flatMap(list)
    return (named + DigiKamPeople.names(in: list(.tagsList))).once
  }

  /// Hierarchies as paths, whatever stands between their names.
  private var paths: [String] {
    let bars = [.hierarchicalSubject, .catalogSets].flatMap(list).map { path in
      path.split(separator: "|").joined(separator: "/")
    }
    // A flat keyword is no hierarchy.
    return (bars + [.tagsList, .lastKeyword].flatMap(list) + categories).filter { $0.contains("/") }
      .once
  }

  private var rating: Int? {
    if let stars = number(.rating) { return Self.whole(stars) }
    if let percent = self[.ratingPercent].flatMap({ Int($0) }) { return stars(percent: percent) }
    return number(.acdseeRating).flatMap(Self.whole)
  }

  private func number(_ property: XMPProperty) -> Double? { self[property].flatMap(Double.init) }

  /// Some programs write fractions of stars.
  private static func whole(_ stars: Double) -> Int? {
    Int(exactly: stars.rounded()).flatMap { PhotoWords.ratings.contains($0) ? $0 : nil }
  }
}

extension [String] {
  /// The texts, each of them once.
  fileprivate var once: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
