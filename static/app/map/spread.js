/**
 * Moves pins apart that would overlap. Pure.
 *
 * A cluster stands for an area, so it may be moved a little. A photo has one position and stays close to it.
 * @module
 */

const ROUNDS = 14;
const OVERLAP_ALLOWED = 0.92;
const REACH = { cluster: 26, photo: 8 };

/**
 * @typedef {{x: number, y: number, size: number, isCluster: boolean}} Placed
 *
 * @param {Placed[]} pins
 * @returns {{dx: number, dy: number}[]} how far to move each pin, in whole pixels
 */
export function spread(pins) {
  const bodies = pins.map((pin, index) => ({
    index, x: pin.x, y: pin.y, homeX: pin.x, homeY: pin.y, radius: pin.size / 2,
    reach: pin.isCluster ? REACH.cluster : REACH.photo,
  }));
  const widest = Math.max(0, ...pins.map((pin) => pin.size)) + 2 * REACH.cluster;
  bodies.sort((a, b) => a.homeX - b.homeX || a.homeY - b.homeY || a.index - b.index);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let i = 0; i < bodies.length; i += 1) {
      for (let j = i + 1; j < bodies.length && bodies[j].homeX - bodies[i].homeX < widest; j += 1) {
        separate(bodies[i], bodies[j]);
      }
    }
  }
  const moves = new Array(pins.length);
  for (const body of bodies) {
    moves[body.index] = { dx: Math.round(body.x - body.homeX), dy: Math.round(body.y - body.homeY) };
  }
  return moves;
}

function separate(a, b) {
  const room = (a.radius + b.radius) * OVERLAP_ALLOWED;
  let dx = b.x - a.x;
  let dy = b.y - a.y;
  if (Math.abs(dx) >= room || Math.abs(dy) >= room) return;
  if (dx === 0 && dy === 0) dx = 1;
  const distance = Math.hypot(dx, dy);
  // Cards are square: they do not overlap if they are far enough apart along one axis.
  const missing = room - Math.max(Math.abs(dx), Math.abs(dy));
  [dx, dy] = [dx / distance, dy / distance];
  const total = a.reach + b.reach;
  shift(a, (-dx * missing * a.reach) / total, (-dy * missing * a.reach) / total);
  shift(b, (dx * missing * b.reach) / total, (dy * missing * b.reach) / total);
}

function shift(body, dx, dy) {
  const x = body.x + dx - body.homeX;
  const y = body.y + dy - body.homeY;
  const scale = Math.min(1, body.reach / Math.max(1e-9, Math.hypot(x, y)));
  body.x = body.homeX + x * scale;
  body.y = body.homeY + y * scale;
}
