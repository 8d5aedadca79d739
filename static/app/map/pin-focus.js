/**
 * The pin that an arrow key moves the focus to. Pure.
 * @module
 */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest pin in the direction of a key: the distance along that direction is larger than that to the side.
 *
 * @template {{x: number, y: number, onScreen: boolean}} Placed
 * @param {string} key
 * @param {Placed} from
 * @param {Placed[]} pins
 * @returns {Placed | null}
 */
export function nextInDirection(key, from, pins) {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  let best = null;
  let least = Infinity;
  for (const pin of pins) {
    if (pin === from || !pin.onScreen) continue;
    const [dx, dy] = [pin.x - from.x, pin.y - from.y];
    const along = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (along <= 0 || aside > along * 1.5) continue;
    const cost = along + aside * 2;
    if (cost < least) [best, least] = [pin, cost];
  }
  return best;
}
