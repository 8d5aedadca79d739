internal import Glibc

/// The time of day.
public enum WallClock {
  /// Seconds since 1970.
  public static func seconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
