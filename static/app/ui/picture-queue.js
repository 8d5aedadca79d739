/**
 * Loads pictures a few at a time. A browser opens six connections to a server: were all of them
 * waiting for previews, the map's own questions would wait behind them.
 * @module
 */

const AT_ONCE = 4;

/** @type {{picture: HTMLImageElement, url: string}[]} */
const waiting = [];
let running = 0;

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

function startNext() {
  while (running < AT_ONCE && waiting.length) {
    const { picture, url } = waiting.pop();
    if (!picture.isConnected) continue;
    running += 1;
    const done = () => {
      picture.removeEventListener("load", done);
      picture.removeEventListener("error", done);
      running -= 1;
      startNext();
    };
    picture.addEventListener("load", done);
    picture.addEventListener("error", done);
    picture.src = url;
  }
}
