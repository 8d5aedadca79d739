import Journeys
import Testing

/// Trips are named as people name them.
@Suite struct TripNameTests {
  private func name(_ nights: [NamedNights], home: String? = "Germany") -> String? {
    TripName.compose(nights, homeCountry: home)?.english
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
