public import Foundation
public import GeoIndexClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Reaches a server with Foundation's URLSession.
///
/// It is a product of its own: whoever does without it need not link Foundation.
public struct URLSessionTransport: Transport {
  private let base: String
  private let session: URLSession

  /// Makes a transport to a server; `base` may end with the path below which a proxy has it.
  public init(_ base: URL, session: URLSession = .shared) {
    let text = base.absoluteString
    self.base = text.hasSuffix("/") ? String(text.dropLast()) : text
    self.session = session
  }

  /// Sends a request.
  public func send(_ request: GeoIndexClient.Request) async throws(Unreachable) -> Reply {
    guard let url = URL(string: base + request.target) else {
      throw Unreachable("\(base) is not an address")
    }
    var sent = URLRequest(url: url)
    sent.setValue(request.accept, forHTTPHeaderField: "Accept")
    do {
      let (data, response) = try await session.data(for: sent)
      guard let http = response as? HTTPURLResponse else {
        throw Unreachable("\(base) does not speak HTTP")
      }
      return Reply(
        status: http.statusCode, type: http.value(forHTTPHeaderField: "Content-Type"),
        body: Array(data))
    } catch let error as Unreachable {
      throw error
    } catch {
      throw Unreachable(error.localizedDescription)
    }
  }
}
