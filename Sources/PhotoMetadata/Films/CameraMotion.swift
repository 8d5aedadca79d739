internal import PhotoFacts

/// Reads CAMM, the camera motion metadata of 360° cameras.
///
/// https://developers.google.com/streetview/publish/camm-spec
enum CameraMotion {
  /// The length of a record of each type, with its head of four bytes.
  private static let lengths = [16, 12, 16, 16, 16, 28, 60, 16]

  /// Reads the positions in a sample; some cameras write several records into one.
  static func read(
    _ sample: SampleTable.Sample, of file: inout FileWindow, into fixes: inout FilmFixes
  ) {
    var position = sample.range.offset
    let end = position + sample.range.count
    while position + 4 <= end, !fixes.isComplete {
      guard let type = file.uint16(at: position + 2, .little).map(Int.init),
        lengths.indices.contains(type), position + lengths[type] <= end
      else { return }
      if type == 5 { readPosition(at: position + 4, sample, of: &file, into: &fixes) }
      if type == 6 { readMeasurement(at: position + 4, of: &file, into: &fixes) }
      position += lengths[type]
    }
  }

  /// Reads latitude, longitude and altitude, whose time is that of the sample.
  private static func readPosition(
    at offset: Int, _ sample: SampleTable.Sample, of file: inout FileWindow,
    into fixes: inout FilmFixes
  ) {
    guard let latitude = file.double(at: offset, .little),
      let longitude = file.double(at: offset + 8, .little)
    else { return }
    fixes.add(
      latitude: latitude, longitude: longitude, at: fixes.clock.instant(of: sample),
      altitude: file.double(at: offset + 16, .little))
  }

  /// Reads a measurement with its own time.
  private static func readMeasurement(
    at offset: Int, of file: inout FileWindow, into fixes: inout FilmFixes
  ) {
    guard let time = file.double(at: offset, .little),
      let mode = file.uint32(at: offset + 8, .little), mode >= 2,
      let latitude = file.double(at: offset + 12, .little),
      let longitude = file.double(at: offset + 20, .little)
    else { return }
    fixes.add(
      latitude: latitude, longitude: longitude, at: instant(time, fixes.clock),
      altitude: file.float(at: offset + 28, .little),
      accuracy: file.float(at: offset + 32, .little))
  }

  /// The instant of a time in seconds since the GPS epoch, which includes leap seconds.
  ///
  /// Some cameras write seconds since 1970 instead. They are recognised by the header of the film.
  private static func instant(_ seconds: Double, _ clock: FilmClock) -> Int64? {
    guard (1e8..<4e9).contains(seconds) else { return nil }
    let written = Int64((seconds * 1000).rounded())
    if let header = clock.header, abs(header - written) < 2 * 86_400_000 { return written }
    let (epoch, leapSecond2017): (Int64, Int64) = (315_964_800_000, 1_483_228_800_000)
    // 18 leap seconds since 1980, of which the last was at the end of 2016. The format is from that year.
    let leap: Int64 = written + epoch >= leapSecond2017 ? 18_000 : 17_000
    return written + epoch - leap
  }
}

extension FilmClock {
  /// The instant of a sample without a time of its own.
  func instant(of sample: SampleTable.Sample) -> Int64? {
    guard let start, let seconds = sample.start, seconds < 1e7 else { return nil }
    return start + Int64((seconds * 1000).rounded())
  }
}
