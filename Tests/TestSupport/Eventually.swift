import Foundation

/// Waits until a condition holds; returns false if it does not within the time.
///
/// For what other threads and processes do without a signal: the condition is checked every few milliseconds, and
/// the thread is blocked in between. A test that fails is the only one that takes all the time.
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
