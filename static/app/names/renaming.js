/**
 * The dialog that changes a keyword or a person in all photos.
 * @module
 */

import { formatPhotos } from "../core/format.js";
import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";
import { createModal } from "../ui/modal.js";

/** @param {(before: string, name: string) => Promise<void>} onRename */
export function createRenaming(onRename) {
  /** @type {import("../api/words.js").NamedPhotos | null} */
  let shown = null;
  let isSaving = false;
  const close = () => modal.toggle(false);
  const modal = createModal({ className: "words-many renaming", label: TEXTS.rename, onDismiss: close });
  const heading = h("h2", {});
  const field = h("input", { type: "text", class: "names-field", dir: "auto", autocomplete: "off", enterkeyhint: "done", "aria-label": TEXTS.newName });
  const note = h("p", { class: "renaming-note" });
  const problem = h("p", { class: "words-status", role: "status", "data-state": "failed" });
  const save = h("button", { type: "submit", class: "button is-primary" }, TEXTS.save);
  const form = h("form", { class: "renaming-form", onsubmit: send },
    h("header", { class: "words-many-head" }, heading), h("div", { class: "words-many-body" }, field, note),
    h("footer", { class: "words-many-foot" }, problem, h("button", { type: "button", class: "button", onclick: close }, TEXTS.cancel), save));
  modal.element.append(form);
  field.addEventListener("input", () => save.setAttribute("aria-disabled", String(!wanted())));

  /** @returns {string} the new name; empty if there is nothing to change */
  function wanted() {
    const name = field.value.trim().replace(/\s+/g, " ");
    return name === shown?.name || isSaving ? "" : name;
  }

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    const name = wanted();
    if (!name || !shown) return;
    isSaving = true;
    save.setAttribute("aria-disabled", "true");
    try {
      await onRename(shown.name, name);
      close();
    } catch (error) {
      setText(problem, TEXTS.wordsKept(error.message, true));
    }
    isSaving = false;
    save.setAttribute("aria-disabled", String(!wanted()));
  }

  return {
    /** @param {import("../api/words.js").NamedPhotos} row */
    open(row) {
      shown = row;
      setText(heading, TEXTS.renameName(row.name));
      setText(note, TEXTS.renamingNote(formatPhotos(row.count)));
      setText(problem, "");
      field.value = row.name;
      save.setAttribute("aria-disabled", "true");
      modal.toggle(true);
      field.focus();
      field.select();
    },
  };
}
