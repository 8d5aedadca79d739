import Glibc

/// Seconds of processor time that some work takes: a busy machine does not make it longer.
func processorSeconds(_ work: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  work()
  return now() - start
}

/// Milliseconds since 1970 of a date and a time, as the C library counts them.
func systemMilliseconds(_ parts: [Int32]) -> Int64 {
  var reading = tm()
  reading.tm_year = parts[0] - 1900
  reading.tm_mon = parts[1] - 1
  reading.tm_mday = parts[2]
  reading.tm_hour = parts[3]
  reading.tm_min = parts[4]
  reading.tm_sec = parts[5]
  return Int64(unsafe timegm(&reading)) * 1000
}
