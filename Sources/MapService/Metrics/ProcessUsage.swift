internal import Glibc

/// The resources that the process uses; nil values if `/proc` does not have them.
struct ProcessUsage {
  var residentBytes: Int?
  var openDescriptors: Int?
  var descriptorLimit: Int?
  var processorSeconds: Double

  init() {
    residentBytes = Self.residentPages().map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    openDescriptors = Self.countOfDescriptors()
    var limit = rlimit()
    if unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      descriptorLimit = Int(clamping: limit.rlim_cur)
    }
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    processorSeconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The second number of `/proc/self/statm`.
  private static func residentPages() -> Int? {
    let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let numbers = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
    return numbers.count > 1 ? Int(numbers[1]) : nil
  }

  private static func countOfDescriptors() -> Int? {
    guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    // Excludes the entries “.” and “..”, and the descriptor of this listing.
    return max(0, count - 3)
  }
}
