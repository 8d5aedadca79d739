internal import Glibc
package import Geography
package import PhotoFacts
package import Query

/// A visitor with a share link.
package final class ShareGuest: Sendable {
  package let token: String
  package let terms: ShareTerms

  /// The condition that all photos visible to the guest meet.
  package let condition: PhotoCondition

  /// The grid for coarse positions; nil if positions are exact.
  package let precision: CoarseGrid?

  /// The properties that the guest does not see.
  package let withheld: Set<PhotoProperty>

  private let register: ShareRegister?

  /// Whether the link is still in the list and has not expired; always true without a register.
  package var isAdmitted: Bool { register.map { $0.guest(token, now: time(nil)) != nil } ?? true }

  /// Makes the guest of a link; throws if the terms are not valid.
  package init(token: String, terms: ShareTerms, register: ShareRegister? = nil) throws {
    (self.token, self.terms, self.register) = (token, terms, register)
    condition = try terms.condition()
    precision = try terms.precision()
    withheld = terms.withheld
  }
}
