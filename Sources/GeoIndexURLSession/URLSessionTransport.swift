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
  /// The session has no cookies of its own: `Client.signIn` returns a client that sends that of its session.
  public init(_ base: URL, configuration: URLSessionConfiguration = .ephemeral) {
    let text = base.absoluteString
    self.base = text.hasSuffix("/") ? String(text.dropLast()) : text
    carrier = Carrier(configuration)
  }

  /// Sends a request.
  public func send(_ request: GeoIndexClient.Request) async throws -> StreamedReply {
    guard let url = URL(string: base + request.target) else {
      throw Unreachable("\(base) is not an address")
    }
    var sent = URLRequest(url: url)
    sent.httpMethod = request.method.rawValue
    for field in request.headers.all {
      sent.addValue(field.value, forHTTPHeaderField: field.name)
    }
    if let content = request.content {
      sent.httpBody = Data(content.bytes)
      sent.setValue(content.type, forHTTPHeaderField: "Content-Type")
    }
    return try await carrier.carry(sent)
  }
}

/// A session that ends with its last reference; until then it keeps its delegate alive.
final class Carrier: Sendable {
  private let session: URLSession
  private let deliveries = Deliveries()

  init(_ configuration: URLSessionConfiguration) {
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    session = URLSession(configuration: configuration, delegate: deliveries, delegateQueue: nil)
  }

  deinit { session.finishTasksAndInvalidate() }

  func carry(_ request: URLRequest) async throws -> StreamedReply {
    let delivery = Delivery(session.dataTask(with: request))
    let response = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { header in
        delivery.wait(for: header)
        deliveries.begin(delivery)
      }
    } onCancel: {
      delivery.task.cancel()
    }
    let fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).flatMap { name in (value as? String).map { (name, $0) } }
    }
    let reading = Reading(delivery, of: self)
    return StreamedReply(
      status: response.statusCode, headers: HeaderFields(fields),
      body: ByteStream { try await reading.next() })
  }
}
