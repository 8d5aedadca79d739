/**
 * The smallest box around photos, across the antimeridian if that is narrower. Pure functions.
 * @module
 */

/**
 * @param {{geometry: {coordinates: number[]}, properties: {bbox?: number[]}}[]} features photos and clusters
 * @returns {number[] | null} west, south, east, north; west is greater than east across the antimeridian
 */
export function boxAround(features) {
  if (features.length === 0) return null;
  const boxes = features.map(({ properties, geometry: { coordinates: [lon, lat] } }) => properties.bbox ?? [lon, lat, lon, lat]);
  const [west, east] = aroundLongitudes(boxes.map(([west, , east]) => [west, east]));
  return [west, Math.min(...boxes.map(([, south]) => south)), east, Math.max(...boxes.map(([, , , north]) => north))];
}

/**
 * The shortest span that covers all the given ones: the circle without its widest gap.
 *
 * @param {number[][]} spans from west to east; one whose west is greater crosses the antimeridian
 * @returns {[number, number]}
 */
export function aroundLongitudes(spans) {
  const parts = spans
    .flatMap(([west, east]) => (west <= east ? [[west, east]] : [[west, 180], [-180, east]]))
    .sort(([one], [other]) => one - other);
  let reached = parts[0][1];
  let widest = { width: -1, from: 0, to: 0 };
  for (const [west, east] of parts) {
    if (west - reached > widest.width) widest = { width: west - reached, from: reached, to: west };
    reached = Math.max(reached, east);
  }
  const overTheEdge = parts[0][0] + 360 - reached;
  return widest.width > overTheEdge ? [widest.to, widest.from] : [parts[0][0], reached];
}
