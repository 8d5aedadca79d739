/// The operations of one subject, and their handlers.
protocol RouteGroup: Sendable {
  init(service: ServiceContext)

  var operations: [Operation] { get }
}

extension ServiceContext {
  /// The groups, in the order of the description.
  private static let groups: [any RouteGroup.Type] = [
    LandingRoutes.self, CollectionRoutes.self, SchemaRoutes.self, ItemRoutes.self,
    ExportRoutes.self, ArchiveRoutes.self, FeedRoutes.self, LocateRoutes.self, PositionRoutes.self,
    PlacementRoutes.self, DoubtRoutes.self, WordRoutes.self, NameRoutes.self, PlaceRoutes.self,
    TripRoutes.self,
    DiaryRoutes.self, ViewRoutes.self,
    ClusterRoutes.self, NearestRoutes.self, SeeingRoutes.self,
    TimelineRoutes.self, FacetRoutes.self, TileRoutes.self, TrackRoutes.self,
    CatalogRoutes.self, CatalogItemRoutes.self, BaseMapRoutes.self,
    PictureRoutes.self, ReportRoutes.self, SessionRoutes.self, ShareRoutes.self, ZoneRoutes.self,
    LiveRoutes.self, RoomRoutes.self,
    ServerRoutes.self, MetricsRoutes.self,
  ]

  var operations: [Operation] { Self.groups.flatMap { $0.init(service: self).operations } }
}
