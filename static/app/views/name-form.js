/**
 * The field for the name of a view; an existing view is replaced by a second press only.
 * @module
 */

import { TEXTS } from "../core/texts.js";
import { h, setText } from "../ui/dom.js";

/** As the server. */
const LONGEST_NAME = 200;

/**
 * @param {object} options
 * @param {(name: string, isReplacing: boolean) => Promise<unknown>} options.save throws an error with status 412 if the name is taken
 * @param {(name: string) => boolean} options.isTaken as far as the page knows
 * @param {(text: string) => void} options.tell shows a text beside the form
 * @param {(isOpen: boolean, hadFocus: boolean) => void} options.onToggle
 */
export function createNameForm({ save, isTaken, tell, onToggle }) {
  const field = h("input", { type: "text", class: "names-field", dir: "auto", autocomplete: "off", enterkeyhint: "done", maxlength: LONGEST_NAME, "aria-label": TEXTS.nameOfView, placeholder: TEXTS.nameOfView, oninput: () => ask("") });
  const submit = h("button", { type: "submit", class: "button is-primary" }, TEXTS.save);
  const element = h("form", { class: "views-form", hidden: true, onsubmit: send }, field, submit, h("button", { type: "button", class: "button", onclick: () => close() }, TEXTS.cancel));
  /** The name of the existing view that the next press replaces. */
  let replaced = "";
  let former = "";

  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });

  /** @param {string} name of the view that would be replaced; empty for none */
  function ask(name) {
    replaced = name;
    setText(submit, name ? TEXTS.replaceView : TEXTS.save);
    tell(name ? TEXTS.viewExists(name) : "");
  }

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    const name = field.value.trim().replace(/\s+/g, " ");
    if (!name) return field.focus();
    if (name === former) return close();
    if (name !== replaced && isTaken(name)) return ask(name);
    submit.disabled = true;
    try {
      await save(name, name === replaced);
      close();
    } catch (error) {
      if (error.status === 412) ask(name);
      else tell(error.message);
    }
    submit.disabled = false;
  }

  /** @param {string} name of the view that is renamed; empty for new ones */
  function open(name) {
    element.hidden = false;
    former = field.value = name;
    ask("");
    onToggle(true, false);
    field.focus();
    field.select();
  }

  function close() {
    if (element.hidden) return;
    const hadFocus = element.contains(document.activeElement);
    element.hidden = true;
    ask("");
    onToggle(false, hadFocus);
  }

  return { element, open, close, isOpen: () => !element.hidden };
}
