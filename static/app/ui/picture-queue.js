/**
 * Loads pictures a few at a time. A browser opens six connections to a server: were all of them
 * waiting for previews, the map's own questions would wait behind them.
 * @module
 */

const AT_ONCE = 4;

/** @type {{picture: HTMLImageElement, url: string}[]} */
const waiting = [];
/** Those that are loading, and what is to be done when that is over. @type {Map<HTMLImageElement, () => void>} */
const loading = new Map();

/**
 * Gives a picture its address when its turn comes. The latest to ask goes first, since it is what
 * the reader looks at now; pictures that have left the page by then are never asked for.
 *
 * @param {HTMLImageElement} picture
 * @param {string} url
 */
export function loadPicture(picture, url) {
  waiting.push({ picture, url });
  queueMicrotask(startNext);
}

/** Stops loading a picture that is no longer visible. @param {HTMLImageElement} picture */
export function cancelPicture(picture) {
  const over = loading.get(picture);
  if (!over) return;
  picture.removeAttribute("src");
  over();
}

function startNext() {
  while (loading.size < AT_ONCE && waiting.length) {
    const { picture, url } = waiting.pop();
    if (!picture.isConnected || loading.has(picture)) continue;
    const over = () => {
      picture.removeEventListener("load", over);
      picture.removeEventListener("error", over);
      loading.delete(picture);
      startNext();
    };
    loading.set(picture, over);
    picture.addEventListener("load", over);
    picture.addEventListener("error", over);
    picture.src = url;
  }
}
