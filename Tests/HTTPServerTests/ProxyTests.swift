import Testing

@testable import HTTPServer

@Suite("Behind a proxy") struct ProxyTests {
  private func resolved(
    _ fields: Headers, from peer: String = "127.0.0.1",
    trusting ranges: [AddressRange] = AddressRange.loopback
  ) throws -> Request {
    var headers = fields
    headers.setDefault("Host", to: "inside:8080")
    var request = try Request(target: "/", headers: headers)
    request.peer = PeerAddress(peer)
    return try ProxyTrust(ranges).resolve(request)
  }

  @Test func aTrustedProxySetsClientSchemeHostAndPrefix() throws {
    let usual = try resolved([
      "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https",
      "X-Forwarded-Host": "photos.example", "X-Forwarded-Prefix": "/my/map/",
    ])
    #expect(usual.remoteAddress == "203.0.113.9")
    #expect(usual.scheme == "https")
    #expect(usual.host == "photos.example")
    #expect(usual.pathPrefix == "/my/map")
    let standard = try resolved([
      "Forwarded": "for=\"[2001:db8::7]:4711\";Proto=https; host=\"photos.example:8443\""
    ])
    #expect(standard.remoteAddress == "2001:db8::7")
    #expect(standard.scheme == "https")
    #expect(standard.host == "photos.example:8443")
    #expect(standard.pathPrefix.isEmpty)
  }

  @Test(arguments: ["192.0.2.1", "10.0.0.6", "2001:db8::1", "::ffff:192.0.2.1"])
  func headersOfUntrustedPeersAreIgnored(peer: String) throws {
    let ranges = AddressRange.loopback + [try #require(AddressRange("10.0.0.5"))]
    for fields in [
      ["X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "evil.example"],
      ["Forwarded": "for=203.0.113.9;host=evil.example;proto=https"],
      ["Forwarded": "for=x", "X-Forwarded-For": "y"],
    ] as [Headers] {
      let request = try resolved(fields, from: peer, trusting: ranges)
      #expect(request.remoteAddress == PeerAddress(peer)?.text)
      #expect(request.host == "inside:8080")
      #expect(request.scheme == "http")
    }
  }

  @Test func addressesThatAClientForgesAreIgnored() throws {
    let ranges = AddressRange.loopback + [try #require(AddressRange("10.0.0.0/8"))]
    for (list, client) in [
      ("1.2.3.4, 203.0.113.9", "203.0.113.9"),
      ("1.2.3.4, 203.0.113.9, 10.1.1.1", "203.0.113.9"),
      ("127.0.0.1, 203.0.113.9, 10.1.1.1, 10.1.1.2", "203.0.113.9"),
      ("1.2.3.4, unknown, 10.1.1.1", "10.1.1.1"), ("1.2.3.4, _hidden", "127.0.0.1"),
      ("10.9.9.9", "10.9.9.9"), ("", "127.0.0.1"), (",,", "127.0.0.1"),
      ("203.0.113.9:55123", "203.0.113.9"), ("1.2.3.4, [2001:db8::1]:80", "2001:db8::1"),
    ] {
      let request = try resolved(["X-Forwarded-For": list], trusting: ranges)
      #expect(request.remoteAddress == client, "\(list)")
      let pairs = list.split(separator: ",").map { "for=\"\($0.filter { $0 != " " })\"" }
      let standard = try resolved(
        ["Forwarded": pairs.joined(separator: ", ")], trusting: ranges)
      #expect(standard.remoteAddress == client, "\(pairs)")
    }
  }

  @Test func contradictingAndInvalidFieldsAreRefused() {
    for fields in [
      ["Forwarded": "for=203.0.113.9", "X-Forwarded-For": "203.0.113.9"],
      ["Forwarded": "for=203.0.113.9", "X-Forwarded-Host": "evil.example"],
      ["X-Forwarded-Proto": "javascript"], ["Forwarded": "proto=ftp"],
      ["X-Forwarded-Prefix": "//evil.example"], ["X-Forwarded-Prefix": "evil"],
      ["X-Forwarded-Prefix": "/a\"b"], ["X-Forwarded-Prefix": "/a?b"],
    ] as [Headers] {
      #expect(throws: Problem.self) { try resolved(fields) }
    }
  }

  @Test func theHostThatAProxyNamesMustBeAmongThoseThatAreAllowed() throws {
    var policy = HTTPPolicy()
    policy.trustedProxies = ProxyTrust(AddressRange.loopback)
    policy.allowedHosts = ["photos.example"]
    var router = Router()
    router.on(.get, "/") { _, _ in .text("hello") }
    func status(_ host: String) throws -> Int {
      var request = try Request(
        target: "/", headers: ["Host": "localhost", "X-Forwarded-Host": host])
      request.peer = PeerAddress("127.0.0.1")
      return policy.process(request, by: router).status
    }
    #expect(try status("photos.example") == 200)
    #expect(try status("evil.example") == 403)
  }

  @Test func rangesHoldTheAddressesThatBeginWithTheirBits() throws {
    for (range, inside, outside) in [
      ("192.168.0.0/16", "192.168.255.1", "192.169.0.1"),
      ("10.0.0.4/30", "10.0.0.7", "10.0.0.8"), ("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2"),
      ("fd00::/8", "fd12::1", "fe00::1"), ("::1", "::1", "::2"), ("0.0.0.0/0", "8.8.8.8", "::8"),
    ] {
      let range = try #require(AddressRange(range))
      #expect(range.contains(try #require(PeerAddress(inside))))
      #expect(!range.contains(try #require(PeerAddress(outside))))
    }
    for wrong in ["", "10.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "home", "::1/129"] {
      #expect(AddressRange(wrong) == nil, "\(wrong)")
    }
  }

  @Test func anyAddressButNoNameIsAllowedAsHostIfConfigured() throws {
    let hosts = HostList(["photos.lan"])
    for host in ["192.168.1.5", "192.168.1.5:8080", "[fd00::5]:8080", "photos.lan", "localhost"] {
      #expect(hosts.allows(host, orAddresses: true), "\(host)")
    }
    for host in ["evil.example", "192.168.1.5.evil.example", "1.2.3", "0x7f.1", ""] {
      #expect(!hosts.allows(host, orAddresses: true), "\(host)")
    }
    #expect(!hosts.allows("192.168.1.5"))
  }
}
