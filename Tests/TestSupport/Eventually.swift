import Foundation

/// Waits until a condition holds; returns false if it does not within the time.
///
/// Use it for effects of other threads and processes that give no signal. The thread checks the condition every few
/// milliseconds and blocks in between. Only a failing test uses the whole time.
public func eventually(
  within seconds: Double = 30, _ condition: () throws -> Bool
) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while try !condition() {
    if ContinuousClock.now > end { return false }
    Thread.sleep(forTimeInterval: 0.002)
  }
  return true
}
