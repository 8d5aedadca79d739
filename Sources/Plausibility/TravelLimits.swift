/// How fast people can be.
enum TravelLimits {
  /// The kilometres within which positions and clocks are never exact enough to say anything.
  static let noise = 10.0

  /// The kilometres an hour of the fastest airliner with the wind behind it.
  static let fastest = 1_150.0

  /// The least hours from one place to another and on, by car, by train, or by aeroplane with the ways to the airports.
  static func leastHours(_ kilometres: Double) -> Double {
    let road = kilometres / 160
    let rail = 0.9 + (kilometres - 150) / 320
    let air = 1.8 + kilometres / 900
    return kilometres < 150 ? road : min(road, min(rail, air))
  }

  /// Whether no aeroplane flies that far in that time; a minute is granted for clocks.
  static func isImpossible(_ kilometres: Double, in hours: Double) -> Bool {
    kilometres > noise && kilometres > fastest * (hours + 1.0 / 60)
  }
}
