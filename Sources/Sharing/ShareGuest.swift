internal import Glibc
package import Geography
package import Query

/// A visitor with a share link.
package final class ShareGuest: Sendable {
  package let token: String
  package let terms: ShareTerms

  /// What every photo they see has to meet.
  package let condition: PhotoCondition

  /// The grid on which they see them, where they are not to know exactly.
  package let precision: CoarseGrid?

  private let register: ShareRegister?

  /// Whether the link is still in the list and has not expired; always true without a register.
  package var isAdmitted: Bool { register.map { $0.guest(token, now: time(nil)) != nil } ?? true }

  /// Makes a guest of a register's link, or of a server without passwords; throws if the terms mean nothing.
  package init(token: String, terms: ShareTerms, register: ShareRegister? = nil) throws {
    (self.token, self.terms, self.register) = (token, terms, register)
    condition = try terms.condition()
    precision = try terms.precision()
  }
}
