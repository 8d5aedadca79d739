/**
 * Tilts the map and allows turning it while it shows terrain. Otherwise it is seen from straight above, north up.
 * @module
 */

const MAX_PITCH = 70;
/** The initial pitch with terrain. */
const PITCH = 58;
const DURATION_MS = 900;

/** @param {any} map MapLibre's @param {boolean} isOn */
export function tilt(map, isOn) {
  if (isOn === map.getMaxPitch() > 0) return;
  const handlers = [map.dragRotate, map.touchPitch];
  if (isOn) {
    map.setMaxPitch(MAX_PITCH);
    for (const handler of handlers) handler.enable();
    map.touchZoomRotate.enableRotation();
    map.keyboard.enableRotation();
    map.easeTo({ pitch: PITCH, duration: DURATION_MS });
    return;
  }
  for (const handler of handlers) handler.disable();
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.stop();
  map.jumpTo({ pitch: 0, bearing: 0 });
  map.setMaxPitch(0);
}
