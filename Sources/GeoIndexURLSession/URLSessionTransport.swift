public import Foundation
public import GeoIndexClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A transport over Foundation's URLSession.
///
/// It is a separate product, so that programs without it need not link Foundation.
public struct URLSessionTransport: Transport {
  private let base: String
  private let carrier: Carrier

  /// Makes a transport to a server; `base` may end with a path prefix, as behind a proxy.
  ///
  /// A response of more than `limit` bytes after decompression is refused, and the rest of it is not read.
  public init(
    _ base: URL, configuration: URLSessionConfiguration = .default, limit: Int = 1 << 28
  ) {
    let text = base.absoluteString
    self.base = text.hasSuffix("/") ? String(text.dropLast()) : text
    carrier = Carrier(configuration, limit: limit)
  }

  /// Sends a request.
  public func send(_ request: GeoIndexClient.Request) async throws(Unreachable) -> Reply {
    guard let url = URL(string: base + request.target) else {
      throw Unreachable("\(base) is not an address")
    }
    var sent = URLRequest(url: url)
    sent.setValue(request.accept, forHTTPHeaderField: "Accept")
    if let content = request.content {
      sent.httpMethod = "POST"
      sent.httpBody = Data(content.bytes)
      sent.setValue(content.type, forHTTPHeaderField: "Content-Type")
    }
    do {
      return try await carrier.carry(sent)
    } catch let error as Unreachable {
      throw error
    } catch {
      throw Unreachable(error.localizedDescription)
    }
  }
}

/// A session that ends with its last reference; until then it keeps its delegate alive.
private final class Carrier: Sendable {
  private let session: URLSession
  private let deliveries: Deliveries

  init(_ configuration: URLSessionConfiguration, limit: Int) {
    deliveries = Deliveries(limit: limit)
    session = URLSession(configuration: configuration, delegate: deliveries, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  func carry(_ request: URLRequest) async throws -> Reply {
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { deliveries.begin(task, $0) }
    } onCancel: {
      task.cancel()
    }
  }
}
