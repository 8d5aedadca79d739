import TestSupport

typealias Cluster = DatabaseServer
