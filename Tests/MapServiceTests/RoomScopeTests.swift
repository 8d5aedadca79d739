import Foundation
import Grid
import HTTPServer
import MapService
import PhotoIndex
import Sharing
import TestSupport
import Testing

/// A guest in a room learns of no photo or place that is outside of the link.
@Suite(.serialized) struct RoomScopeTests {
  @Test func aPhotoThatIsNotSharedIsHidden() throws {
    let site = try RoomSite()
    let room = try site.open()
    let ada = try site.join(room, as: .owner)
    let ben = try site.join(room)
    let secret = try site.photo("pyramids.jpg")
    #expect(try ada.send("photo", #""photo":\#(secret)"#).status == 201)
    let now = try #require(ben.next("photo")).data
    // Joined later, and reconnected.
    let late = try #require(site.join(room).next("photo")).data
    let again = try site.connect(room, "&key=\(ben.key)", lastEventID: "1")
    let resumed = try #require(again.next("room-message")).data
    for data in [now, late, resumed] {
      #expect(data["hidden"] as? Bool == true)
      #expect(data["photo"] == nil)
      #expect(data["longitude"] == nil)
      let known: Set = ["id", "member", "name", "colour", "time", "kind", "hidden"]
      #expect(Set(data.keys) == known)
    }
    #expect(ada.next("photo")?.data["photo"] as? Int == secret)
    // Nor can the guest show it, or find out whether it exists.
    let answers = try [secret, 999_999].map { try ben.send("photo", #""photo":\#($0)"#) }
    #expect(answers.map(\.status) == [404, 404])
    #expect(
      answers[0].text.replacing("\(secret)", with: "")
        == answers[1].text.replacing("999999", with: ""))
  }

  @Test func positionsInAZoneAreWithheldFromGuests() throws {
    let site = try RoomSite([:])
    let zone = try PrivacyZone(name: "home", circle: "48,2,5000", box: nil, coarse: nil)
    #expect(try ZoneRegister(index: site.index).add(zone))
    let coarse = try PrivacyZone(name: "work", circle: nil, box: "10,10,11,11", coarse: "1000")
    #expect(try ZoneRegister(index: site.index).add(coarse))
    let room = try site.open(#"{"longitude":2,"latitude":48,"zoom":15}"#)
    let ada = try site.join(room, as: .owner)
    let ben = try site.join(room)
    #expect((ben.hello["room"] as? [String: Any])?["view"] == nil)
    #expect((ada.hello["room"] as? [String: Any])?["view"] != nil)
    for (longitude, latitude) in [(2.0, 48.0), (10.5, 10.5)] {
      #expect(try ada.move(longitude, latitude).status == 201)
      #expect(ada.next("view")?.data["longitude"] as? Double == longitude)
      #expect(try ada.point(longitude, latitude).status == 201)
    }
    let seen = try site.ask("/rooms/\(room)", as: .guest).json()["members"] as? [[String: Any]]
    #expect(seen?.first?["view"] == nil)
    #expect(try ada.move(20, 20).status == 201)
    #expect(try ada.point(21, 21).status == 201)
    #expect(ben.next("view")?.data["longitude"] as? Double == 20)
    #expect(ben.next("point")?.data["longitude"] as? Double == 21)
    let late = try site.join(room)
    #expect(late.next("point")?.data["longitude"] as? Double == 21)
  }

  @Test func positionsOutsideOfTheBoxOfALinkAreWithheld() throws {
    let site = try RoomSite(["bbox": "0,40,10,50"])
    let room = try site.open()
    let (ada, ben) = (try site.join(room, as: .owner), try site.join(room))
    #expect(try ada.point(20, 45).status == 201)
    #expect(try ada.point(5, 45).status == 201)
    #expect(ben.next("point")?.data["longitude"] as? Double == 5)
  }

  @Test func aCoarseLinkShowsPositionsCoarsely() throws {
    let site = try RoomSite(["precision": "10000"])
    let room = try site.open()
    let (ada, ben) = (try site.join(room, as: .owner), try site.join(room))
    #expect(try ada.point(5.0001, 45.0001).status == 201)
    #expect(try ada.point(5.0003, 45.0003).status == 201)
    let places = try (0..<2).map { _ in try #require(ben.next("point")).data }
    #expect(places[0]["longitude"] as? Double == places[1]["longitude"] as? Double)
    #expect(places[0]["longitude"] as? Double != 5.0001)
  }

  @Test(arguments: [true, false])
  func aGuestWhoLosesAccessIsDisconnected(byZone: Bool) throws {
    let site = try RoomSite()
    let room = try site.open()
    let (ada, ben) = (try site.join(room, as: .owner), try site.join(room))
    if byZone {
      let zone = try PrivacyZone(name: "home", circle: "48,2,5000", box: nil, coarse: nil)
      #expect(try ZoneRegister(index: site.index).add(zone))
    } else {
      #expect(try ShareRegister(index: site.index).revoke("guest"))
    }
    try ada.write("only for members")
    #expect(ben.next("text", within: 1) == nil)
    #expect(ben.events.ends())
    if !byZone { #expect(try ben.write("a").status != 201) }
  }
}
