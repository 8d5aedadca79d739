internal import HTTPServer
internal import PhotoIndex

extension Router {
  /// Routes every operation of a table, and OPTIONS for each of its paths.
  init(
    _ operations: [Operation], crossOrigin: CrossOrigin, libraries: VisibleLibraries,
    index: PhotoIndex
  ) {
    self.init()
    for (number, operation) in operations.enumerated() {
      let prepared = PreparedOperation(
        operation, number: number, crossOrigin: crossOrigin, libraries, index)
      add(operation.method, operation.path) { request, path in
        try prepared.perform(request, path)
      }
    }
    for (path, group) in Dictionary(grouping: operations, by: \.path) {
      var methods = Set(group.map(\.method) + [.options])
      if methods.contains(.get) { methods.insert(.head) }
      let allowed = Method.allCases.filter(methods.contains)
      let isOpen = group.contains(where: \.isOpenToOtherSites)
      on(.options, path) { request, _ in
        crossOrigin.options(request, allow: allowed, isOpen: isOpen)
      }
    }
  }
}
