import Journeys
import Testing

/// Generated lives of all kinds are recognised.
@Suite struct LibraryTests {
  @Test(arguments: Archetype.allCases) func livesAreRecognised(_ kind: Archetype) {
    var (trips, dayTrips, homes) = (Score(), Score(), Score())
    for seed in 1...8 as ClosedRange<UInt64> {
      let life = kind.life(seed: seed)
      let history = TravelHistory(life.sightings)
      trips.add(Score.trips(life, history))
      dayTrips.add(Score.dayTrips(life, history))
      homes.add(Score.homes(life, history))
    }
    #expect(trips.f1 >= 0.97, "missed \(trips.missed), wrong \(trips.wrong)")
    #expect(dayTrips.f1 >= 0.92, "missed \(dayTrips.missed), wrong \(dayTrips.wrong)")
    #expect(homes.f1 == 1, "missed \(homes.missed), wrong \(homes.wrong)")
  }
}
