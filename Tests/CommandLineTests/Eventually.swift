import Foundation

/// Waits until something is so; false where it is not in time.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: 30)
  while try !condition() {
    if Date() > end { return false }
    sched_yield()
  }
  return true
}
