/**
 * Opens the browser's own choice of files.
 * @module
 */

import { h } from "../ui/dom.js";

/**
 * Formats for which browsers may know no type, and sidecars. As long as there is something else than pictures among them, Chrome on
 * Android offers all files, and not only its gallery, which removes positions.
 */
const EXTENSIONS = "heic heif hif avif jxl dng cr2 cr3 crw nef nrw arw sr2 srf raf orf rw2 rwl pef srw x3f 3fr iiq erf kdc mrw mos gpr insp insv lrv xmp json";
const ACCEPTED = ["image/*", "video/*", ...EXTENSIONS.split(" ").map((one) => `.${one}`)].join(",");

/**
 * @param {(files: File[]) => void} onFiles
 * @returns {() => void} opens the choice; call it from a click
 */
export function createFileField(onFiles) {
  /** @type {HTMLInputElement} */
  let field = null;
  const renew = () => {
    field?.remove();
    // On iOS, choosing again in a field that has files has reloaded pages.
    field = h("input", { type: "file", class: "locate-field", multiple: true, accept: ACCEPTED, hidden: true, onchange: take });
    document.body.append(field);
  };

  function take() {
    const files = [...field.files ?? []];
    renew();
    if (files.length) onFiles(files);
  }

  renew();
  return () => field.click();
}
