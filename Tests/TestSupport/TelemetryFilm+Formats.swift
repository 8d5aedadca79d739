/// The formats of samples.
extension TelemetryFilm {
  // MARK: GoPro

  /// A second of a GoPro up to HERO10; the time is such as `240501100000.250`.
  public static func goPro(
    _ points: [(latitude: Double, longitude: Double)], at time: String, fix: Int = 3
  ) -> [UInt8] {
    let rows = points.flatMap {
      numbers([
        Int(($0.latitude * 1e7).rounded()), Int(($0.longitude * 1e7).rounded()), 35_500, 0, 0,
      ])
    }
    let scales = numbers([10_000_000, 10_000_000, 1000, 1000, 100])
    let stream =
      key("GPSF", "L", 4, numbers([fix])) + key("GPSU", "U", 16, Array(time.utf8))
      + key("GPSP", "S", 2, big(150, 2)) + key("SCAL", "l", 4, scales) + key("GPS5", "l", 20, rows)
    let other = key("SCAL", "s", 2, big(418, 2)) + key("ACCL", "s", 6, [0, 1, 0, 2, 0, 3])
    return container("DEVC", container("STRM", other) + container("STRM", stream))
  }

  /// A second of a newer GoPro, whose measurements have their own times in milliseconds of the day.
  public static func newGoPro(
    _ points: [(latitude: Double, longitude: Double)], day: Int, milliseconds: [Int]
  ) -> [UInt8] {
    let rows = zip(points, milliseconds).flatMap { point, time in
      numbers([
        Int((point.latitude * 1e7).rounded()), Int((point.longitude * 1e7).rounded()), 35_500, 0, 0,
        day, time,
      ]) + big(99, 2) + big(3, 2)
    }
    let scales = numbers([10_000_000, 10_000_000, 1000, 1000, 100, 1, 1000, 100, 1])
    return container(
      "DEVC",
      container(
        "STRM",
        key("TYPE", "c", 1, Array("lllllllSS".utf8)) + key("SCAL", "l", 4, scales)
          + key("GPS9", "?", 32, rows)))
  }

  private static func key(_ name: String, _ type: String, _ width: Int, _ content: [UInt8])
    -> [UInt8]
  {
    let padding = [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
    return Array(name.utf8) + type.utf8 + [UInt8(width)] + big(content.count / width, 2) + content
      + padding
  }

  private static func container(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 1] + big(content.count, 2) + content
  }

  // MARK: 360° cameras

  /// A CAMM record without a time.
  public static func position(_ latitude: Double, _ longitude: Double) -> [UInt8] {
    little(0, 2) + little(5, 2) + little(latitude) + little(longitude) + little(35.5)
  }

  /// A CAMM record with a time in seconds.
  public static func measurement(
    _ latitude: Double, _ longitude: Double, at time: Double, mode: Int = 3
  ) -> [UInt8] {
    little(0, 2) + little(6, 2) + little(time) + little(mode, 4) + little(latitude)
      + little(longitude) + littleFloat(35.5) + littleFloat(2.5) + littleFloat(3)
      + [UInt8](repeating: 0, count: 16)
  }

  /// A CAMM record of another kind.
  public static var acceleration: [UInt8] {
    little(0, 2) + little(3, 2) + littleFloat(0.1) + littleFloat(0.2) + littleFloat(9.8)
  }

  // MARK: Apple

  /// A film whose samples are texts such as `+48.8584+002.2945+035.500/`.
  public static func apple(_ positions: [String]) -> TelemetryFilm {
    let name = box("keyd", Array("mdtacom.apple.quicktime.location.ISO6709".utf8))
    let key = name + box("dtyp", numbers([0, 1]))
    var film = TelemetryFilm("mebx", positions.map { numbers([$0.utf8.count + 8, 7]) + $0.utf8 })
    film.description = box("keys", numbers([key.count + 8, 7]) + key)
    return film
  }

  // MARK: Sony

  /// A frame of a Sony camera, at `HH:MM:SS` and a date such as `2024:05:01`.
  public static func sony(
    _ latitude: Double, _ longitude: Double, date: String, time: [Int]
  ) -> [UInt8] {
    func tag(_ number: Int, _ content: [UInt8]) -> [UInt8] {
      big(number, 2) + big(content.count, 2) + content
    }
    func angle(_ degrees: Double) -> [UInt8] {
      let parts = Int((abs(degrees) * 3_600_000).rounded())
      return numbers([parts / 3_600_000, 1, parts / 60_000 % 60, 1, parts % 60_000, 1000])
    }
    return big(0x1C, 2) + [UInt8](repeating: 0, count: 0x1A)
      + [0x06, 0x0E, 0x2B, 0x34, 2, 0x53] + [UInt8](repeating: 1, count: 10)
      + big(0x8300, 2) + big(0x77, 2) + tag(0x8500, [2, 2, 0, 0])
      + tag(0x8501, Array(latitude < 0 ? "S\0".utf8 : "N\0".utf8)) + tag(0x8502, angle(latitude))
      + tag(0x8503, Array(longitude < 0 ? "W\0".utf8 : "E\0".utf8)) + tag(0x8504, angle(longitude))
      + tag(0x8507, numbers(time.flatMap { [$0, 1] })) + tag(0x8509, Array("A\0".utf8))
      + tag(0x851D, Array(date.utf8) + [0]) + [0, 0, 0, 0]
  }

  // MARK: Dash cams

  /// A block of Novatek's layout; degrees and minutes are numbers such as 4851.504.
  public static func novatek(
    _ latitude: Double, _ longitude: Double, date: [Int], time: [Int]
  ) -> [UInt8] {
    block(
      [UInt8](repeating: 0, count: 36) + (time + date).flatMap { little($0, 4) }
        + hemispheres(latitude, longitude) + [0] + littleFloat(abs(latitude))
        + littleFloat(abs(longitude)) + littleFloat(10) + littleFloat(90))
  }

  /// A block of Viofo's layout, which is the same nearer to the start.
  public static func viofo(
    _ latitude: Double, _ longitude: Double, date: [Int], time: [Int]
  ) -> [UInt8] {
    block(
      little(0, 4) + (time + date).flatMap { little($0, 4) } + hemispheres(latitude, longitude)
        + [0] + littleFloat(abs(latitude)) + littleFloat(abs(longitude)) + littleFloat(10)
        + littleFloat(90))
  }

  /// A block with a sentence of the receiver, perhaps with 16 added to each letter.
  public static func sentence(_ text: String, isShifted: Bool = false) -> [UInt8] {
    isShifted
      ? block([UInt8](repeating: 0, count: 48) + text.utf8.map { $0 + 16 })
      : block(
        [UInt8](repeating: 0, count: 40) + "20240501120000".utf8 + [0, 0] + text.utf8 + [0])
  }

  private static func hemispheres(_ latitude: Double, _ longitude: Double) -> [UInt8] {
    Array("A".utf8) + (latitude < 0 ? "S" : "N").utf8 + (longitude < 0 ? "W" : "E").utf8
  }

  /// A block of 512 bytes after its length and name.
  private static func block(_ content: [UInt8]) -> [UInt8] {
    let bytes = Array("freeGPS ".utf8) + content
    return numbers([512]) + bytes + [UInt8](repeating: 0, count: 508 - bytes.count)
  }

  // MARK: Drones

  /// A text of a drone with its length.
  public static func remark(_ text: String) -> [UInt8] { big(text.utf8.count, 2) + text.utf8 }

  // MARK: Insta360

  /// A trailer with a record of fixes between others.
  public static func insta(
    _ points: [(latitude: Double, longitude: Double, time: Int)]
  ) -> [UInt8] {
    let fixes = points.flatMap { point in
      little(point.time, 4) + little(0, 4) + little(0, 2) + "A".utf8
        + little(abs(point.latitude)) + (point.latitude < 0 ? "S" : "N").utf8
        + little(abs(point.longitude)) + (point.longitude < 0 ? "W" : "E").utf8
        + little(1.5) + little(90.0) + little(35.5)
    }
    let times = [UInt8](repeating: 1, count: 16)
    var trailer = times + little(0x600, 2) + little(times.count, 4) + fixes
    let end = little(0x700, 2) + little(fixes.count, 4)
    let length = trailer.count + 78
    trailer += end + [UInt8](repeating: 0, count: 32) + little(length, 4) + little(3, 4)
    return trailer + "8db42d694ccc418790edff439fe026bf".utf8
  }
}
