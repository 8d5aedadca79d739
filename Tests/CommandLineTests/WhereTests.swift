import Foundation
import TestSupport
import Testing

@Suite("geoindex where") struct WhereTests {
  @Test func namesAPosition() throws {
    let text = try Program.run(["where", "47.5552,10.7480", "--lang", "en"])
    #expect(text.output == "Schwangau, Bavaria, Germany\nEurope/Berlin\n")
    let far = try Program.run(["where", "-16.8, 179.97", "--lang", "en"])
    #expect(far.output.hasPrefix("near Labasa, "))
    let sea = try Program.run(["where", "40,-40", "--lang", "en"])
    #expect(sea.output.contains("(outside all countries)"))
  }

  @Test func printsCodesThatAreTheSameInEveryLanguage() throws {
    for language in ["en", "de", "ja"] {
      let json = try Program.run(["where", "47.5552,10.7480", "--lang", language, "--json"]).output
      let found = try #require(
        JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      #expect(found["countryCode"] as? String == "DE")
      #expect(found["regionCode"] as? String == "DE.02")
      #expect(found["placeId"] as? Int == 2_835_255)
      #expect(found["timeZone"] as? String == "Europe/Berlin")
      let distance = try #require(found["placeDistance"] as? Int)
      #expect((2_000...3_000).contains(distance))
    }
  }

  @Test(arguments: ["47.5552", "91,0", "0,181", "a,b", "1,2,3"])
  func refusesAnInvalidPosition(text: String) throws {
    #expect(try Program.run(["where", text]).code == 2)
  }
}
