import Foundation

/// Waits until a condition holds; returns false if it does not within the time.
///
/// Use it for effects of other threads and processes that give no signal. The thread checks the condition every few
/// milliseconds and blocks in between. Only a failing test uses the whole time, which `$TEST_PATIENCE`
/// multiplies where programs are slower, as under a sanitizer.
public func eventually(
  within seconds: Double = 30, _ condition: () throws -> Bool
) rethrows -> Bool {
  let patience = ProcessInfo.processInfo.environment["TEST_PATIENCE"].flatMap(Double.init)
  let end = ContinuousClock.now + .seconds(seconds * (patience ?? 1))
  while try !condition() {
    if ContinuousClock.now > end { return false }
    Thread.sleep(forTimeInterval: 0.002)
  }
  return true
}
