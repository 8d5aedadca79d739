import Foundation

/// Waits until a condition is true; returns false after a timeout.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: 30)
  while try !condition() {
    if Date() > end { return false }
    sched_yield()
  }
  return true
}
