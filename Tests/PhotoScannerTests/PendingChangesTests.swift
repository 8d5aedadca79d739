import PhotoFacts
import Testing

@testable import PhotoScanner

/// When changes are ready; the test sets the clock.
@Suite struct PendingChangesTests {
  private let start = ContinuousClock.now
  private let folder = FilePath("/photos")
  private let file = FilePath("/photos/a.jpg")

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test func aRefreshWaitsForAQuietPeriodButNotForever() {
    var pending = PendingChanges()
    for time in stride(from: 0, through: 700, by: 50) {
      pending.note(folder, at: at(time))
      #expect(pending.take(at: at(time), notBefore: start) == nil)
    }
    #expect(pending.take(at: at(799), notBefore: start) == nil)
    #expect(pending.take(at: at(801), notBefore: start)?.directories == [folder: false])
    #expect(pending.isEmpty)
    pending.note(folder, isDeep: true, at: at(1_000))
    pending.note(folder, at: at(1_010))
    #expect(pending.take(at: at(1_100), notBefore: start) == nil)
    #expect(pending.take(at: at(1_111), notBefore: start)?.directories == [folder: true])
  }

  @Test func aFileThatIsBeingWrittenWaitsUntilItIsClosedOrStill() {
    var pending = PendingChanges()
    pending.noteWrite(file, isNew: true, at: at(0))
    pending.noteWrite(file, isNew: false, at: at(500))
    pending.note(folder, at: at(500))
    #expect(pending.take(at: at(700), notBefore: start)?.unsettled == [file])
    #expect(pending.take(at: at(3_400), notBefore: start) == nil)
    let whole = pending.take(at: at(3_500), notBefore: start)
    #expect(whole?.unsettled == [] && whole?.directories == [folder: false])
    pending.noteWrite(file, isNew: false, at: at(4_000))
    pending.noteComplete(file, at: at(4_010))
    #expect(pending.take(at: at(4_111), notBefore: start)?.unsettled == [])
  }

  /// The stamp of the file may be unchanged; then only the close event shows the change.
  @Test func aFileThatWasClosedAfterWritingIsNamedUntilItsChangeIsStored() {
    var pending = PendingChanges()
    pending.noteAttributeChange(file, at: at(0))
    #expect(pending.take(at: at(101), notBefore: start)?.written == [])
    pending.noteWrite(file, isNew: false, at: at(1_000))
    pending.noteClose(file, at: at(1_010))
    let change = pending.take(at: at(1_111), notBefore: start)
    #expect(change?.written == [file])
    if let change { pending.putBack(change, at: at(1_200)) }
    #expect(pending.take(at: at(1_301), notBefore: start)?.written == [file])
    pending.note(folder, at: at(2_000))
    #expect(pending.take(at: at(2_101), notBefore: start)?.written == [])
    // A file that is not closed counts as complete after a time.
    pending.noteWrite(file, isNew: false, at: at(3_000))
    #expect(pending.take(at: at(6_000), notBefore: start)?.written == [file])
  }

  @Test func bothEndsOfAMoveAreInOneRefresh() {
    var pending = PendingChanges()
    pending.note(folder, at: at(0))
    pending.noteMoveEnd(7, isArrival: false, at: at(780))
    #expect(pending.take(at: at(860), notBefore: start) == nil)
    pending.note(FilePath("/other"), at: at(870))
    pending.noteMoveEnd(7, isArrival: true, at: at(870))
    #expect(pending.take(at: at(871), notBefore: start)?.directories.count == 2)
    // A move out of the watched folders has no second event.
    pending.note(folder, at: at(1_000))
    pending.noteMoveEnd(8, isArrival: false, at: at(1_000))
    #expect(pending.take(at: at(1_100), notBefore: start) != nil)
  }

  @Test func nothingIsRefreshedEarly() {
    var pending = PendingChanges()
    #expect(pending.dueTime(notBefore: at(9_000)) == nil)
    pending.note(folder, at: at(0))
    #expect(pending.dueTime(notBefore: at(9_000)) == at(9_000))
    #expect(pending.take(at: at(8_999), notBefore: at(9_000)) == nil)
    #expect(pending.take(at: at(9_000), notBefore: at(9_000)) != nil)
  }

  @Test func nestedPartsAreListedOnce() {
    let paths = ["a", "a/b", "a/b/c", "ab", "d/e", "d"].map { FilePath($0) }
    let parts = paths.map { ScanPart(path: $0, isDeep: $0.description != "d") }
    #expect(
      ScanPart.disjoint(parts).map { "\($0.path)\($0.isDeep ? "/**" : "")" }
        == ["a/**", "ab/**", "d", "d/e/**"])
    let whole = parts + [ScanPart.whole]
    #expect(ScanPart.disjoint(whole) == [.whole])
  }
}
