internal import XML

/// Resolves namespace prefixes, which are valid inside the element that declares them.
struct XMPNames {
  private struct Binding {
    let prefix: ArraySlice<UInt8>
    let namespace: XMPNamespace?
    let depth: Int
  }

  /// The limit of declared prefixes.
  private static let mostBindings = 128

  /// The usual prefixes, valid even if a packet does not declare them.
  private static let usual = XMPNamespace.allCases.map {
    Binding(prefix: Array($0.rawValue.utf8)[...], namespace: $0, depth: 0)
  }

  private static let properties = XMPProperty.allCases.map { (Array($0.localName.utf8), $0) }

  private static let addresses =
    XMPNamespace.allCases.map { (Array($0.address.utf8), $0) }
    + [(Array("http://ns.sensefly.com/Camera/1.0".utf8), .survey)]

  private var bindings = Self.usual

  /// Adds the namespace declarations of an element.
  mutating func enter(_ scanner: XMLScanner, depth: Int) {
    for attribute in scanner.attributes {
      let name = scanner.bytes[attribute.name]
      guard name.starts(with: "xmlns:".utf8), bindings.count < Self.mostBindings else { continue }
      var address = scanner.bytes[attribute.value]
      if let last = address.last, last == UInt8(ascii: "/") || last == UInt8(ascii: "#") {
        address = address.dropLast()
      }
      bindings.append(
        Binding(
          prefix: name.dropFirst(6),
          namespace: Self.addresses.first { $0.0.elementsEqual(address) }?.1, depth: depth))
    }
  }

  /// Removes the declarations of an element at its end.
  mutating func leave(depth: Int) {
    while let last = bindings.last, last.depth >= depth, depth > 0 { bindings.removeLast() }
  }

  /// The property of a name; nil if it is not one that is read.
  func property(_ name: ArraySlice<UInt8>) -> XMPProperty? {
    guard let (prefix, local) = Self.parts(name) else { return nil }
    for (localName, property) in Self.properties
    where localName.count == local.count && localName.elementsEqual(local) {
      if namespace(prefix) == property.namespace { return property }
    }
    return nil
  }

  /// Whether a name is that of the `rdf:RDF` element.
  func isRDF(_ name: ArraySlice<UInt8>) -> Bool {
    guard let (prefix, local) = Self.parts(name) else { return false }
    return local.elementsEqual("RDF".utf8) && namespace(prefix) == .rdf
  }

  /// A prefix that is declared for a namespace; nil if there is none.
  func prefix(of namespace: XMPNamespace) -> String? {
    let binding = bindings.last { binding in
      binding.depth > 0 && self.namespace(binding.prefix) == namespace
    }
    return binding.map { String(decoding: $0.prefix, as: UTF8.self) }
  }

  /// Whether a prefix is declared, for any namespace; true for all if there are too many to know.
  func mayBeDeclared(_ prefix: String) -> Bool {
    bindings.count >= Self.mostBindings
      || bindings.contains { $0.depth > 0 && $0.prefix.elementsEqual(prefix.utf8) }
  }

  private func namespace(_ prefix: ArraySlice<UInt8>) -> XMPNamespace? {
    bindings.last { $0.prefix.elementsEqual(prefix) }?.namespace
  }

  private static func parts(
    _ name: ArraySlice<UInt8>
  ) -> (prefix: ArraySlice<UInt8>, local: ArraySlice<UInt8>)? {
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return (name[..<colon], name[(colon + 1)...])
  }
}
