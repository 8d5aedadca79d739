import Foundation
import GeoIndexClient
import GeoIndexURLSession

func highest(above metres: Int, of server: URL) async throws -> [String] {
  let client = Client(URLSessionTransport(server))
  var selection = Selection()
  selection[.filter] = "cameraMake = 'Aster' AND altitude > \(metres)"
  var names: [String] = []
  var next: String?
  repeat {
    let page = try await client.send(.photos(selection, in: .newestFirst, after: next))
    names += page.photos.compactMap(\.filename)
    next = page.next
  } while next != nil
  return names
}

func located(_ photo: URL, by server: URL) async throws -> LocatedFile {
  let client = Client(URLSessionTransport(server))
  return try await client.send(.locate(Array(Data(contentsOf: photo))))
}
