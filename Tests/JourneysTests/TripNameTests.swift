import Journeys
import Testing

/// Trips are named as people name them.
@Suite struct TripNameTests {
  private func name(_ nights: [NamedNights], home: String? = "Germany") -> String? {
    TripName.compose(nights, homeCountry: home)?.text(in: "en")
  }

  @Test(arguments: [
    ("en-GB", "A & B", "A, B & C", "A, B, C and 2 more", "X: Y"),
    ("de", "A und B", "A, B und C", "A, B, C und 2 mehr", "X: Y"),
    ("fr", "A et B", "A, B et C", "A, B, C et 2 de plus", "X : Y"),
    ("es", "A y B", "A, B y C", "A, B, C y 2 más", "X: Y"),
    ("it", "A e B", "A, B e C", "A, B, C e altri 2", "X: Y"),
    ("pt-BR", "A e B", "A, B e C", "A, B, C e mais 2", "X: Y"),
    ("nl", "A en B", "A, B en C", "A, B, C en nog 2", "X: Y"),
    ("ja", "A、B", "A、B、C", "A、B、C、ほか2か所", "X：Y"),
    ("ko", "A 및 B", "A, B 및 C", "A, B, C 외 2곳", "X: Y"),
    ("zh-Hans", "A和B", "A、B和C", "A、B、C等，另有2处", "X：Y"),
    ("ar", "A وB", "A وB وC", "A وB وC و2 غيرها", "X: Y"),
    ("xx", "A & B", "A, B & C", "A, B, C and 2 more", "X: Y"),
  ])
  func namesAreJoinedInTheLanguageOfTheReader(
    _ language: String, _ two: String, _ three: String, _ more: String, _ area: String
  ) {
    #expect(TripName.several(["A", "B"], more: 0).text(in: language) == two)
    #expect(TripName.several(["A", "B", "C"], more: 0).text(in: language) == three)
    #expect(TripName.several(["A", "B", "C"], more: 2).text(in: language) == more)
    #expect(TripName.area("Y", in: "X").text(in: language) == area)
  }

  @Test(arguments: [
    ("Italia", "Francia e Italia"), ("Hidalgo", "Francia e Hidalgo"),
    ("Íllora", "Francia e Íllora"),
    ("Hierro", "Francia y Hierro"), ("Iowa", "Francia y Iowa"), ("Yemen", "Francia y Yemen"),
  ])
  func theSpanishAndFollowsTheSound(_ last: String, _ joined: String) {
    #expect(TripName.several(["Francia", last], more: 0).text(in: "es") == joined)
  }

  @Test func severalPlacesInACountryAreTheCountry() {
    let nights = ["Reykjavík", "Vík", "Höfn", "Akureyri"].map { (place: String) in
      NamedNights(country: "Iceland", region: "Region of \(place)", place: place, nights: 2)
    }
    #expect(name(nights) == "Iceland")
  }

  @Test func oneOrTwoPlacesAreNamed() {
    let lisbon = NamedNights(country: "Portugal", place: "Lisbon", nights: 3)
    #expect(name([lisbon]) == "Lisbon")
    #expect(
      name([lisbon, NamedNights(country: "Portugal", place: "Porto", nights: 2)])
        == "Lisbon & Porto")
    #expect(
      name([lisbon, NamedNights(country: "Portugal", place: "Porto", nights: 2), lisbon])
        == "Lisbon & Porto")
  }

  @Test func anAreaWithMostNightsIsNamedAfterItsCountry() {
    let trek = ["Jagat", "Dharapani", "Manang"].map {
      NamedNights(country: "Nepal", place: $0, area: "Annapurna", nights: 3)
    }
    #expect(
      name([NamedNights(country: "Nepal", place: "Kathmandu", nights: 2)] + trek)
        == "Nepal: Annapurna")
  }

  @Test func severalCountriesAreNamedInOrder() {
    func nights(_ countries: [String]) -> [NamedNights] {
      countries.map { NamedNights(country: $0, nights: 2) }
    }
    #expect(name(nights(["Norway", "Sweden"])) == "Norway & Sweden")
    #expect(name(nights(["Norway", "Sweden", "Finland"])) == "Norway, Sweden & Finland")
    #expect(
      name(nights(["Norway", "Sweden", "Finland", "Estonia", "Latvia"]))
        == "Norway, Sweden, Finland and 2 more")
    let night = NamedNights(country: "Denmark", nights: 1)
    #expect(name([night] + nights(["Norway", "Norway", "Norway", "Norway"])) == "Norway")
  }

  @Test func atHomeTheRegionOrPlaceIsNamed() {
    let coast = ["Zingst", "Binz", "Prerow"].map {
      NamedNights(country: "Germany", region: "Baltic coast", place: $0, nights: 2)
    }
    #expect(name(coast) == "Baltic coast")
    #expect(
      name([NamedNights(country: "Germany", region: "Bavaria", place: "Munich", nights: 2)])
        == "Munich")
    #expect(name(coast, home: "Austria") == "Germany")
  }

  @Test func withoutNamesThereIsNone() {
    #expect(name([]) == nil)
    #expect(name([NamedNights(nights: 4)]) == nil)
    #expect(name([NamedNights(area: "Baltic Sea", nights: 4)]) == "Baltic Sea")
  }
}
