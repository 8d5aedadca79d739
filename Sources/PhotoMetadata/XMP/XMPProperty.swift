/// The XMP properties that are read.
enum XMPProperty: UInt8, CaseIterable {
  case gpsLatitude
  case gpsLatitudeRef
  case gpsLongitude
  case gpsLongitudeRef
  case gpsAltitude
  case gpsAltitudeRef
  case gpsImgDirection
  case gpsImgDirectionRef
  case gpsHPositioningError
  case gpsTimeStamp
  case droneLatitude
  case droneLongitude
  case droneLongtitude
  case droneAltitude
  case droneHeight
  case droneYaw
  case dronePitch
  case droneRoll
  case parrotYaw
  case parrotPitch
  case parrotRoll
  case surveyYaw
  case surveyPitch
  case surveyRoll
  case panoramaHeading
  case panoramaPitch
  case panoramaRoll
  case panoramaWidth
  case panoramaPart
  case dateTimeOriginal
  case dateTimeDigitized
  case dateCreated
  case createDate
  case make
  case model
  case orientation
  case lensModel
  case lens
  case title
  case caption
  case subject
  case creator
  case rights
  case rating
  case label
  case hierarchicalSubject
  case catalogSets
  case mediaProPeople
  case tagsList
  case lastKeyword
  case ratingPercent
  case personInImage
  case regions
  case regionName
  case regionType
  case regionInfo
  case personDisplayName
  case acdseeCaption
  case acdseeKeywords
  case acdseeRating
  case acdseeAuthor
  case acdseeCategories

  /// Whether each item of a list is a value; of others, the first one counts.
  var isList: Bool {
    switch self {
    case .subject, .creator, .hierarchicalSubject, .catalogSets, .mediaProPeople, .tagsList,
      .lastKeyword, .personInImage, .regionName, .personDisplayName, .acdseeKeywords:
      true
    default: false
    }
  }

  /// How a document has several values of a property.
  enum Form: String {
    case alternatives = "Alt"
    case bag = "Bag"
    case sequence = "Seq"
  }

  /// The form in which it is written; nil for a single value.
  var form: Form? {
    switch self {
    case .title, .caption, .rights: .alternatives
    case .creator, .tagsList: .sequence
    case .subject, .hierarchicalSubject, .catalogSets, .mediaProPeople, .lastKeyword,
      .personInImage, .acdseeKeywords:
      .bag
    default: nil
    }
  }

  /// Whether it contains regions of the picture, with names in elements of their own.
  var hasRegions: Bool { self == .regions || self == .regionInfo }

  /// Whether it is a part of a region.
  var isInRegion: Bool {
    self == .regionName || self == .regionType || self == .personDisplayName
  }

  /// Whether its value may have several lines.
  var isLong: Bool { self == .caption || self == .acdseeCaption }

  /// The schema of the property.
  var namespace: XMPNamespace {
    switch self {
    case .gpsLatitude, .gpsLatitudeRef, .gpsLongitude, .gpsLongitudeRef, .gpsAltitude,
      .gpsAltitudeRef, .gpsImgDirection, .gpsImgDirectionRef, .gpsHPositioningError,
      .gpsTimeStamp, .dateTimeOriginal, .dateTimeDigitized:
      .exif
    case .droneLatitude, .droneLongitude, .droneLongtitude, .droneAltitude, .droneHeight,
      .droneYaw, .dronePitch, .droneRoll:
      .drone
    case .parrotYaw, .parrotPitch, .parrotRoll: .parrot
    case .surveyYaw, .surveyPitch, .surveyRoll: .survey
    case .panoramaHeading, .panoramaPitch, .panoramaRoll, .panoramaWidth, .panoramaPart: .panorama
    case .dateCreated: .photoshop
    case .createDate: .xmp
    case .make, .model, .orientation: .tiff
    case .lensModel: .exifEX
    case .lens: .aux
    case .title, .caption, .subject, .creator, .rights: .dublinCore
    case .rating, .label: .xmp
    case .hierarchicalSubject: .lightroom
    case .catalogSets, .mediaProPeople: .mediaPro
    case .tagsList: .digiKam
    case .lastKeyword, .ratingPercent: .microsoft
    case .personInImage: .iptcExtension
    case .regions, .regionName, .regionType: .regions
    case .regionInfo: .microsoftPhoto
    case .personDisplayName: .microsoftRegion
    case .acdseeCaption, .acdseeKeywords, .acdseeRating, .acdseeAuthor, .acdseeCategories: .acdsee
    }
  }

  /// The name in the schema.
  var localName: String {
    switch self {
    case .gpsLatitude: "GPSLatitude"
    case .gpsLatitudeRef: "GPSLatitudeRef"
    case .gpsLongitude: "GPSLongitude"
    case .gpsLongitudeRef: "GPSLongitudeRef"
    case .gpsAltitude: "GPSAltitude"
    case .gpsAltitudeRef: "GPSAltitudeRef"
    case .gpsImgDirection: "GPSImgDirection"
    case .gpsImgDirectionRef: "GPSImgDirectionRef"
    case .gpsHPositioningError: "GPSHPositioningError"
    case .gpsTimeStamp: "GPSTimeStamp"
    case .droneLatitude: "GpsLatitude"
    case .droneLongitude: "GpsLongitude"
    // Several generations of drones misspell it.
    case .droneLongtitude: "GpsLongtitude"
    case .droneAltitude: "AbsoluteAltitude"
    case .droneHeight: "RelativeAltitude"
    case .droneYaw: "GimbalYawDegree"
    case .dronePitch: "GimbalPitchDegree"
    case .droneRoll: "GimbalRollDegree"
    case .parrotYaw: "CameraYawDegree"
    case .parrotPitch: "CameraPitchDegree"
    case .parrotRoll: "CameraRollDegree"
    case .surveyYaw: "Yaw"
    case .surveyPitch: "Pitch"
    case .surveyRoll: "Roll"
    case .panoramaHeading: "PoseHeadingDegrees"
    case .panoramaPitch: "PosePitchDegrees"
    case .panoramaRoll: "PoseRollDegrees"
    case .panoramaWidth: "FullPanoWidthPixels"
    case .panoramaPart: "CroppedAreaImageWidthPixels"
    case .dateTimeOriginal: "DateTimeOriginal"
    case .dateTimeDigitized: "DateTimeDigitized"
    case .dateCreated: "DateCreated"
    case .createDate: "CreateDate"
    case .orientation: "Orientation"
    case .make: "Make"
    case .model: "Model"
    case .lensModel: "LensModel"
    case .lens: "Lens"
    case .title: "title"
    case .caption: "description"
    case .subject: "subject"
    case .creator: "creator"
    case .rights: "rights"
    case .rating, .ratingPercent: "Rating"
    case .label: "Label"
    case .hierarchicalSubject: "hierarchicalSubject"
    case .catalogSets: "CatalogSets"
    case .mediaProPeople: "People"
    case .tagsList: "TagsList"
    case .lastKeyword: "LastKeywordXMP"
    case .personInImage: "PersonInImage"
    case .regions: "Regions"
    case .regionName: "Name"
    case .regionType: "Type"
    case .regionInfo: "RegionInfo"
    case .personDisplayName: "PersonDisplayName"
    case .acdseeCaption: "caption"
    case .acdseeKeywords: "keywords"
    case .acdseeRating: "rating"
    case .acdseeAuthor: "author"
    case .acdseeCategories: "categories"
    }
  }

  /// The name with the usual prefix of the schema.
  var name: String { "\(namespace.rawValue):\(localName)" }
}

/// The schemas of the properties, by their usual prefixes.
enum XMPNamespace: String, CaseIterable {
  case rdf
  case exif
  case exifEX
  case tiff
  case xmp
  case photoshop
  case aux
  case drone = "drone-dji"
  case parrot = "drone-parrot"
  case survey = "Camera"
  case panorama = "GPano"
  case dublinCore = "dc"
  case lightroom = "lr"
  case mediaPro = "mediapro"
  case digiKam
  case microsoft = "MicrosoftPhoto"
  case iptcExtension = "Iptc4xmpExt"
  case regions = "mwg-rs"
  case microsoftPhoto = "MP"
  case microsoftRegion = "MPReg"
  case acdsee

  /// The URI of the schema as it is declared.
  var uri: String { address + (self == .rdf ? "#" : "/") }

  /// The URI of the schema, without a trailing slash or hash.
  var address: String {
    switch self {
    case .rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns"
    case .exif: "http://ns.adobe.com/exif/1.0"
    case .exifEX: "http://cipa.jp/exif/1.0"
    case .tiff: "http://ns.adobe.com/tiff/1.0"
    case .xmp: "http://ns.adobe.com/xap/1.0"
    case .photoshop: "http://ns.adobe.com/photoshop/1.0"
    case .aux: "http://ns.adobe.com/exif/1.0/aux"
    case .drone: "http://www.dji.com/drone-dji/1.0"
    case .parrot: "http://www.parrot.com/drone-parrot/1.0"
    case .survey: "http://pix4d.com/camera/1.0"
    case .panorama: "http://ns.google.com/photos/1.0/panorama"
    case .dublinCore: "http://purl.org/dc/elements/1.1"
    case .lightroom: "http://ns.adobe.com/lightroom/1.0"
    case .mediaPro: "http://ns.iview-multimedia.com/mediapro/1.0"
    case .digiKam: "http://www.digikam.org/ns/1.0"
    case .microsoft: "http://ns.microsoft.com/photo/1.0"
    case .iptcExtension: "http://iptc.org/std/Iptc4xmpExt/2008-02-29"
    case .regions: "http://www.metadataworkinggroup.com/schemas/regions"
    case .microsoftPhoto: "http://ns.microsoft.com/photo/1.2"
    case .microsoftRegion: "http://ns.microsoft.com/photo/1.2/t/Region"
    case .acdsee: "http://ns.acdsee.com/iptc/1.0"
    }
  }
}
