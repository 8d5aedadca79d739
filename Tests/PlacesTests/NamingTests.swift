import PhotoFacts
import Places
import TestSupport
import Testing

@Suite("The name of a position") struct NamingTests {
  @Test func isThatOfTheCityAPersonWouldName() throws {
    let eiffelTower = try PlacesFile.describe(48.8584, 2.2945)
    let santaMonicaPier = try PlacesFile.describe(34.0083, -118.4988)
    let queens = try PlacesFile.describe(40.7282, -73.7949)
    #expect(eiffelTower.place == "Paris" && eiffelTower.placeID == 2_988_507)
    #expect(santaMonicaPier.placeID == 5_393_212)
    #expect(queens.placeID == 5_128_581)
  }

  @Test func comesInTheLanguageOfTheReader() throws {
    let english = try PlacesFile.describe(47.5552, 10.7480)
    #expect(english.place == "Schwangau" && english.region == "Bavaria")
    #expect(english.country == "Germany" && english.regionCode == "DE.02")
    let german = try PlacesFile.describe(47.5552, 10.7480, in: "de_AT.UTF-8")
    #expect(german.region == "Bayern" && german.country == "Deutschland")
    let unknown = try PlacesFile.describe(47.5552, 10.7480, in: "tlh")
    #expect(unknown == english)
  }

  @Test func hasNoCountryOnTheHighSeas() throws {
    let found = try PlacesFile.describe(40, -40)
    #expect(found.country == nil && found.region == nil)
  }
}

@Suite("The search for a place") struct PlaceSearchTests {
  private func first(_ text: String) throws -> String? {
    try NamedPlaces.shared.get().search(text, in: .english).first?.id
  }

  @Test(
    "finds it by names in any language, by beginnings and despite a typing error",
    arguments: [
      ("Bavaria", "DE.02"), ("bayern", "DE.02"), ("PARIS", "2988507"), ("münchen", "2867714"),
      ("Munchen", "2867714"), ("Iceland", "IS"), ("Исландия", "IS"), ("東京", "1850147"),
      ("barcelo", "3128760"), ("Amsterdm", "2759794"), ("Reykjavík", "3413829"),
    ])
  func finds(text: String, id: String) throws {
    #expect(try first(text) == id)
  }

  @Test func findsNothingForNothing() throws {
    let places = try NamedPlaces.shared.get()
    #expect(try places.search("", in: .english).isEmpty)
    #expect(try places.search("  -- ", in: .english).isEmpty)
    #expect(try places.search("qqqqqqqqqqqq", in: .english).isEmpty)
  }
}
