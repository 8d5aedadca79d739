/// A page of a listing.
public protocol Page: Sendable {
  /// What is listed.
  associatedtype Element: Sendable

  /// What is on the page.
  var elements: [Element] { get }

  /// The cursor of the next page; nil on the last one.
  var next: String? { get }
}

extension PhotoPage: Page {
  /// The photos of the page.
  public var elements: [Photo] { photos }
}

extension API.Tracks: Page {
  /// The tracks of the page.
  public var elements: [API.Track] { features }

  /// The cursor of the next page; nil on the last one.
  public var next: String? { API.Link.cursor(of: links) }
}

extension API.Report: Page {
  /// The files of the page.
  public var elements: [File] { files }

  /// The cursor of the next page; nil on the last one.
  public var next: String? { API.Link.cursor(of: links) }
}

extension API.Link {
  /// The cursor of the next page.
  ///
  /// The host of the link is ignored: behind a proxy it may differ from the one that was requested.
  static func cursor(of links: [API.Link]) -> String? {
    let query = links.first { $0.rel == "next" }?.href.split(separator: "?", maxSplits: 1).last
    let parameter = query?.split(separator: "&").first { $0.hasPrefix("cursor=") }
    return parameter.map { String($0.dropFirst("cursor=".count)) }
  }
}

extension Client {
  /// The pages of a listing, from the given one to the last; each is requested when it is needed.
  public func pages<Response: Page>(_ first: Endpoint<Response>) -> Pages<Response> {
    Pages(client: self, first: first)
  }

  /// Everything in a listing, one after the other; `limit` of the endpoint is the size of a page.
  public func all<Response: Page>(_ first: Endpoint<Response>) -> Listing<Response> {
    Listing(pages: pages(first))
  }
}

/// The pages of a listing.
public struct Pages<Response: Page>: AsyncSequence, Sendable {
  fileprivate let client: Client
  fileprivate let first: Endpoint<Response>

  /// Requests the pages.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let client: Client
    fileprivate var endpoint: Endpoint<Response>?

    /// The next page; nil after the last.
    public mutating func next() async throws(ClientError) -> Response? {
      guard var current = endpoint else { return nil }
      // After an error the listing has ended.
      endpoint = nil
      let page = try await client.send(current)
      if let cursor = page.next {
        current.request.query.removeAll { $0.name == "cursor" || $0.name == "offset" }
        current.request.query.append(.init("cursor", cursor))
        endpoint = current
      }
      return page
    }
  }

  /// Makes the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(client: client, endpoint: first)
  }
}

/// What is on all pages of a listing.
public struct Listing<Response: Page>: AsyncSequence, Sendable {
  fileprivate let pages: Pages<Response>

  /// Requests the pages as their elements are needed.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pages: Pages<Response>.AsyncIterator
    fileprivate var rest: ArraySlice<Response.Element> = []

    /// The next element; nil after the last.
    public mutating func next() async throws(ClientError) -> Response.Element? {
      while rest.isEmpty {
        guard let page = try await pages.next() else { return nil }
        rest = page.elements[...]
      }
      return rest.removeFirst()
    }
  }

  /// Makes the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pages: pages.makeAsyncIterator())
  }
}
