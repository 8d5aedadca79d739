/**
 * The dialog that hands on the page's address: to programs, to the clipboard, or to a phone as a QR code. Owners can hand
 * on the picture or the file of the open photo, and read before what these say.
 * @module
 */

import { may } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { copyText } from "../ui/copy-button.js";
import { h, setText } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createModal } from "../ui/modal.js";
import { canHandOn, canHandOnFiles, handOn, isOfThisMachine } from "./handing-on.js";

const JPEG = "image/jpeg";
/** The server makes no code of a longer address. */
const LONGEST_CODE = 2000;

/** @typedef {import("../api/photos.js").Photo} Photo */

export class ShareCard {
  #page;
  #title = h("h2", { class: "share-title", tabindex: "-1" });
  #acts = h("div", { class: "share-acts" });
  #status = h("p", { class: "share-status", role: "status" });
  #phone = h("section", { class: "share-phone" });
  #modal;
  /** Counts the openings, so that a file that comes later is dropped. */
  #opened = 0;
  #isOpen = false;

  /** @param {import("../features.js").Page} page */
  constructor(page) {
    this.#page = page;
    this.#modal = createModal({ className: "share-card", label: TEXTS.share, onDismiss: () => this.close() });
    const close = h("button", { type: "button", class: "icon-button", "aria-label": TEXTS.close, title: TEXTS.close, onclick: () => this.close() }, icon("close"));
    this.#modal.element.append(h("header", { class: "share-header" }, this.#title, close), this.#acts, this.#status, this.#phone);
    addEventListener("popstate", this.#left);
  }

  /** @param {Photo | null} photo */
  open(photo) {
    this.#opened += 1;
    const text = photo ? TEXTS.sharePhoto : TEXTS.shareView;
    setText(this.#title, text);
    this.#modal.element.setAttribute("aria-label", text);
    setText(this.#status, "");
    const isOwner = may(this.#page.store.state, "share");
    this.#acts.replaceChildren(
      ...(canHandOn() ? [act("share", TEXTS.sendAddress, "", this.#sendAddress)] : []),
      ...(photo && isOwner ? this.#files(photo) : []),
      act("copy", TEXTS.copyLink, "", this.#copy));
    this.#phone.replaceChildren(...(isOwner ? this.#forPhones() : []));
    // A step of its own with the same address, which is the one that is shared: Back closes the dialog, and nothing else.
    if (!this.#isOpen) this.#page.navigation.go({}, "push");
    this.#isOpen = true;
    this.#modal.toggle(true);
    this.#title.focus({ preventScroll: true });
  }

  close() {
    if (this.#isOpen) this.#page.navigation.stepBack({});
  }

  /** The reader has gone back, or elsewhere. */
  #left = () => {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#opened += 1;
    this.#modal.toggle(false);
    // The card “Layers”, which has the button for the view, has closed meanwhile.
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector("[aria-controls=layer-chooser]"))?.focus({ preventScroll: true });
  };

  /** @param {Photo} photo @returns {HTMLElement[]} */
  #files(photo) {
    const { media = "", filename } = photo.properties;
    const picture = `${filename.replace(/\.[^.]*$/, "")}.jpg`;
    const files = [];
    if (canHandOnFiles(JPEG) && !media.startsWith("video/")) files.push(act("picture", TEXTS.sendPicture, TEXTS.sendPictureDetail, (button) => this.#sendFile(button, photo, false, picture)));
    if (canHandOnFiles(media)) files.push(act("file", TEXTS.sendOriginal, TEXTS.sendOriginalDetail, (button) => this.#sendFile(button, photo, true, filename)));
    return files;
  }

  #sendAddress = async () => {
    const result = await handOn({ title: document.title, url: location.href });
    if (result === "done") this.close();
    // The browser may offer what it then refuses.
    else if (result !== "closed") await this.#copy();
  };

  #copy = async () => setText(this.#status, (await copyText(location.href)) ? TEXTS.linkCopied : TEXTS.copyingRefused);

  /** @param {HTMLElement} button @param {Photo} photo @param {boolean} isOriginal @param {string} name */
  async #sendFile(button, photo, isOriginal, name) {
    if (button.getAttribute("aria-busy") === "true") return;
    const opened = this.#opened;
    button.setAttribute("aria-busy", "true");
    setText(this.#status, TEXTS.fetchingFile);
    const blob = await this.#page.api.fileToSend(photo.id, isOriginal).catch(() => null);
    button.removeAttribute("aria-busy");
    if (opened !== this.#opened) return;
    if (!blob) return setText(this.#status, TEXTS.fileNotFetched);
    const file = new File([blob], name, { type: blob.type });
    setText(this.#status, "");
    await this.#sendOrAsk(button, file);
  }

  /** Browsers allow it for a few seconds after a press, in which a large file does not come. @param {HTMLElement} button @param {File} file */
  async #sendOrAsk(button, file) {
    const result = await handOn({ files: [file] });
    if (result === "done") return this.close();
    if (result === "late") {
      const again = act("share", TEXTS.pressToSend, file.name, () => this.#sendOrAsk(again, file));
      const hadFocus = button.contains(document.activeElement);
      button.replaceWith(again);
      if (hadFocus) again.focus();
    } else if (result === "failed") await this.#copy();
  }

  /** @returns {HTMLElement[]} */
  #forPhones() {
    const { href, host } = location;
    const note = (/** @type {string} */ text) => h("p", { class: "share-note" }, text);
    const title = h("h3", {}, TEXTS.onAPhone);
    if (isOfThisMachine(location)) return [title, note(TEXTS.phoneNeedsHost(host))];
    if (new TextEncoder().encode(href).length > LONGEST_CODE) return [title, note(TEXTS.addressTooLong)];
    const code = h("img", { class: "sharing-picture", src: this.#page.api.codeURL(href), alt: TEXTS.codeOfView, width: 200, height: 200 });
    const hint = note(TEXTS.pointAtCode);
    code.addEventListener("error", () => {
      code.remove();
      setText(hint, TEXTS.serverSilent);
    });
    return [title, code, hint];
  }
}

/** @param {string} sign @param {string} label @param {string} detail @param {(button: HTMLElement) => unknown} run */
function act(sign, label, detail, run) {
  const button = h("button", { type: "button", class: "share-act", onclick: () => run(button) }, icon(sign),
    h("span", { class: "share-act-name" }, label), detail && h("span", { class: "share-act-detail", dir: "auto" }, detail));
  return button;
}
