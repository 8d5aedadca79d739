// This module uses the C mathematics library only for pure functions.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Double {
  var radians: Double { self * .pi / 180 }
  var degrees: Double { self * 180 / .pi }
}

/// The latitude in degrees of a Mercator ordinate.
func inverseMercator(_ ordinate: Double) -> Double { atan(sinh(ordinate)).degrees }

func sine(_ angle: Double) -> Double { sin(angle) }
func cosine(_ angle: Double) -> Double { cos(angle) }
func tangent(_ angle: Double) -> Double { tan(angle) }
func arcTangent(_ value: Double) -> Double { atan(value) }
func arcTangent(y: Double, x: Double) -> Double { atan2(y, x) }
func arcSine(_ value: Double) -> Double { asin(value) }
