/**
 * One row of the list of files that are not on the map: a file, or a folder of them.
 * @module
 */

import { formatCount, formatPhotos } from "../core/format.js";
import { thumbnail } from "../panel/thumbnail.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { folderOf } from "./narrow.js";
import { reasonOf, reasonsOf, wordAbsence } from "./reasons.js";

const PICTURE_PX = 80;

/**
 * @param {import("../api/photos.js").Photo} feature
 * @param {import("../api.js").Api} api
 * @returns {HTMLElement}
 */
export function fileRow({ properties, id }, api) {
  const why = wordAbsence(properties);
  const reason = h("span", { class: "file-detail is-reason" });
  setText(reason, why);
  // The title has the full text of what is cut in the row.
  const title = [properties.filename, folderOf(properties), why].join("\n");
  const content = [
    properties.reason === "unsupported" ? h("span", { class: "thumbnail" }, icon("file")) : thumbnail(api.thumbnailURL(id, PICTURE_PX)),
    h("span", { class: "file-text" },
      h("bdi", { class: "file-name" }, properties.filename),
      pathLine(folderOf(properties)),
      reason),
  ];
  // A file that is not a photo has no picture to open.
  if (properties.reason === "unsupported") return h("div", { class: "file", title }, ...content);
  return h("button", { type: "button", class: "file", title, "data-item": id }, ...content);
}

/**
 * @param {import("./narrow.js").FolderOfFiles} group
 * @returns {HTMLElement}
 */
export function folderRow({ folder, count, reasons }) {
  const why = reasonsOf(reasons).map((one) => `${reasonOf(one.reason).name}: ${formatCount(one.count)}`).join(" · ");
  return h("button", { type: "button", class: "file is-folder", title: folder, "data-folder": folder },
    icon("folder"),
    h("span", { class: "file-text" },
      pathLine(folder),
      h("span", { class: "file-detail" }, `${formatPhotos(count, "file")} — ${why}`)));
}

function pathLine(folder) {
  return h("span", { class: "file-detail is-path" }, h("bdi", {}, folder));
}
