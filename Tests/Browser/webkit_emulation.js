// Runs before the scripts of each page in WebKit, and stands in for what WebDriver does not reach. webkit.py gives each
// part its argument.
const PARTS = {
  /** The reader's languages: WebKitGTK has that of the locale, which need not be installed. */
  languages(languages) {
    Object.defineProperties(Navigator.prototype, { language: { configurable: true, get: () => languages[0] }, languages: { configurable: true, get: () => languages } });
  },

  /** The choice of files: its window cannot be driven, so it does not open. webkit.py puts the files into the field. */
  files() {
    window.fileFields = [];
    addEventListener("click", (event) => {
      if (!(event.target instanceof HTMLInputElement && event.target.type === "file")) return;
      event.preventDefault();
      window.fileFields.push(event.target);
    }, true);
  },

  /** A finger: WebDriver presses no touch screen of WebKitGTK, so the mouse stands for it. */
  finger() {
    const kinds = ["over", "enter", "down", "move", "up", "out", "leave"].map((kind) => `pointer${kind}`);
    for (const kind of [...kinds, "click"]) addEventListener(kind, (event) => window.isFinger && Object.defineProperty(event, "pointerType", { value: "touch" }), true);
  },

  /** The clipboard: WebKit asks before it is read. What the page has copied is known. */
  clipboard() {
    if (!navigator.clipboard) return;
    const { clipboard } = navigator;
    const write = clipboard.writeText.bind(clipboard);
    let copied = "";
    clipboard.writeText = async (text) => {
      await write(text);
      copied = text;
    };
    clipboard.readText = async () => copied;
  },

  /** Where the device is, and that the page may know it. */
  position({ latitude, longitude, accuracy = 0 }) {
    const coords = { latitude, longitude, accuracy, altitude: null, altitudeAccuracy: null, heading: null, speed: null };
    navigator.geolocation.getCurrentPosition = (found) => setTimeout(() => found({ coords, timestamp: Date.now() }));
    const query = navigator.permissions?.query.bind(navigator.permissions);
    if (query) navigator.permissions.query = async (asked) => (asked.name === "geolocation" ? { state: "granted" } : query(asked));
  },

  /** A day that stays. */
  clock(now) {
    const Known = Date;
    const fixed = new Known(now).getTime();
    window.Date = class Date extends Known {
      constructor(...parts) {
        super(...(parts.length ? parts : [fixed]));
      }

      static now() {
        return fixed;
      }
    };
  },
};
PARTS[PART](ARGUMENT);
