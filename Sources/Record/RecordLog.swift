/// How much of the log of changes a record keeps, from which local indexes catch up.
///
/// Writers keep it short: after each `step` revisions they merge the ranges of older ones, and remove what is older
/// than `days`. A local index behind the oldest revision that is left fetches all rows again.
struct RecordLog: Sendable {
  /// After how many revisions a writer tidies up.
  var step: Int64 = 100

  /// For how many days the log is kept.
  var days = 30

  /// How many of the newest revisions are kept however old they are: a writer that lost its connection looks for its
  /// batch there.
  var keptRevisions: Int64 = 1_000

  /// How many revisions are removed at a time, so that other writers need not wait.
  var removedAtOnce: Int64 = 1_000

  /// The limit of key ranges that a local index fetches individually; with more, it fetches all rows.
  var mostRanges = 200_000

  /// The statements with which the writer of a revision tidies up; none for most revisions.
  func tidying(_ revision: Int64) -> [String] {
    revision % step == 0 ? [merging(revision), cutting(revision)] : []
  }

  /// Merges the ranges of the second last step.
  ///
  /// They get its last revision. A local index within that step fetches some rows that it has.
  private func merging(_ revision: Int64) -> String {
    """
    WITH old AS (
      DELETE FROM geoindex.change
      WHERE revision > \(revision - 2 * step) AND revision <= \(revision - step)
      RETURNING relation, first, last
    ), merged AS (
      SELECT relation, unnest(range_agg(int8range(first, last, '[]'))) AS keys FROM old GROUP BY relation
    )
    INSERT INTO geoindex.change (revision, relation, first, last)
    SELECT \(revision - step), relation, lower(keys), upper(keys) - 1 FROM merged
    """
  }

  /// Removes what is too old, or so far back that a local index would fetch all rows anyway.
  ///
  /// The batch of the cut itself stays: a local index of that revision needs only what follows.
  private func cutting(_ revision: Int64) -> String {
    """
    WITH oldest AS (
      SELECT revision, committed FROM geoindex.batch ORDER BY revision LIMIT \(removedAtOnce)
    ), cut AS (
      SELECT least(max(revision), \(revision - keptRevisions)) AS revision FROM oldest
      WHERE committed < now() - interval '\(days) days' OR revision <= (
        SELECT revision FROM geoindex.change ORDER BY revision DESC OFFSET \(mostRanges) LIMIT 1)
      HAVING max(revision) IS NOT NULL
    ), removed AS (
      DELETE FROM geoindex.change USING cut WHERE change.revision <= cut.revision
    )
    DELETE FROM geoindex.batch USING cut WHERE batch.revision < cut.revision
    """
  }
}
