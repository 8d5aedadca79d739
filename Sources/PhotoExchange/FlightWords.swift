internal import Geography
internal import PhotoFacts
internal import Places
public import Plausibility

/// How a language names flights.
struct FlightWords {
  private let alone, between, over, from, to: String

  /// Finds the words of a language; those of English if the language is not known.
  init(_ language: Language) {
    let known = Self.all[language.tag.prefix { $0 != "-" }.lowercased()]
    (alone, between, over, from, to) = known ?? Self.english
  }

  /// The name of a flight by its ends, such as `flight Berlin – Lisbon`.
  func name(from start: String?, to end: String?) -> String {
    switch (start, end) {
    case (let start?, let end?) where start == end: over.replacing("{}", with: start)
    case (let start?, let end?):
      between.replacing("{}", with: start, maxReplacements: 1).replacing("{}", with: end)
    case (let start?, nil): from.replacing("{}", with: start)
    case (nil, let end?): to.replacing("{}", with: end)
    case (nil, nil): alone
    }
  }

  private typealias Words = (alone: String, between: String, over: String, from: String, to: String)

  private static let english: Words = (
    "flight", "flight {} – {}", "flight over {}", "flight from {}", "flight to {}"
  )

  private static let all: [String: Words] = [
    "de": ("Flug", "Flug {} – {}", "Rundflug über {}", "Flug ab {}", "Flug nach {}"),
    "fr": ("vol", "vol {} – {}", "vol au-dessus de {}", "vol au départ de {}", "vol vers {}"),
    "es": ("vuelo", "vuelo {} – {}", "vuelo sobre {}", "vuelo desde {}", "vuelo a {}"),
    "it": ("volo", "volo {} – {}", "volo su {}", "volo da {}", "volo per {}"),
    "nl": ("vlucht", "vlucht {} – {}", "vlucht boven {}", "vlucht vanuit {}", "vlucht naar {}"),
    "pl": ("lot", "lot {} – {}", "lot nad: {}", "lot z: {}", "lot do: {}"),
    "ja": ("飛行機", "{}–{}のフライト", "{}上空のフライト", "{}発のフライト", "{}行きのフライト"),
    "ko": ("비행", "{}–{} 비행", "{} 상공 비행", "{} 출발 비행", "{}행 비행"),
    "zh": ("航班", "{}–{}航班", "{}上空的飞行", "从{}出发的航班", "飞往{}的航班"),
    "ar": (
      "رحلة جوية", "رحلة جوية {} – {}", "رحلة جوية فوق {}", "رحلة جوية من {}", "رحلة جوية إلى {}"
    ),
  ]
}

extension JourneyNamer {
  /// A flight by its ends, in the language of the reader: `flight Berlin – Lisbon`.
  public func text(of flight: Flight) -> String {
    FlightWords(language).name(from: flight.from.flatMap(city), to: flight.to.flatMap(city))
  }

  private func city(_ position: Coordinate) -> String? {
    names(of: position).flatMap { $0.place ?? $0.region ?? $0.country }
  }
}
