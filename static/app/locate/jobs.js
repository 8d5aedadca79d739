/**
 * Which files are sent together: a photo with its sidecars. Pure.
 * @module
 */

/** Takeout cuts the names of its sidecars after this many characters, and adds `.json`. */
const CUT = 40;

/**
 * @template {{name: string, size: number}} Sent a file
 * @typedef {object} Job
 * @property {string} name of the photo
 * @property {number} size of all its files in bytes
 * @property {Sent[]} files the photo first
 */

/**
 * @template {{name: string, size: number}} Sent
 * @param {{file: Sent, folder: string}[]} chosen
 * @returns {Job<Sent>[]} one for each photo, and for each sidecar that belongs to none
 */
export function jobsOf(chosen) {
  const seen = chosen.filter(({ file: { name } }) => !name.startsWith(".") || isPicasa(name));
  /** @type {Map<string, Sent[]>} */
  const sidecars = new Map();
  for (const one of seen.filter(({ file }) => isSidecar(file.name))) {
    const list = sidecars.get(keyOf(one)) ?? [];
    list.push(one.file);
    sidecars.set(keyOf(one), list);
  }
  const lists = new Map(seen.filter(({ file }) => isPicasa(file.name)).map(({ file, folder }) => [folder, file]));
  const used = new Set();
  const jobs = seen.map((one) => {
    if (isSidecar(one.file.name) || isPicasa(one.file.name)) return { file: one.file, files: [one.file] };
    const own = (sidecars.get(keyOf(one)) ?? []).filter(({ name }) => name.toLowerCase().startsWith(stemOf(one.file.name)));
    const list = lists.get(one.folder);
    const files = [one.file, ...own, ...(list ? [list] : [])];
    for (const file of files) used.add(file);
    return { file: one.file, files };
  });
  return jobs
    .filter(({ file }) => !(isSidecar(file.name) || isPicasa(file.name)) || !used.has(file))
    .map(({ file, files }) => ({ name: file.name, files, size: files.reduce((sum, { size }) => sum + size, 0) }));
}

/** @param {string} name */
function isSidecar(name) {
  return /\.(xmp|json)$/i.test(name);
}

/** @param {string} name */
function isPicasa(name) {
  return /^\.?picasa\.ini$/i.test(name);
}

/** The same for a photo and its sidecars, and for few other files. */
function keyOf({ file, folder }) {
  return `${folder}/${file.name.toLowerCase().split(/[.(]/)[0].slice(0, CUT)}`;
}

/** @param {string} name such as `IMG_1(2).jpg` @returns {string} what the names of its sidecars begin with */
function stemOf(name) {
  return name.toLowerCase().replace(/\.[^.]*$/, "").replace(/\(\d+\)$/, "").slice(0, CUT);
}
