// The body of a function that webkit.py runs in the page. It finds elements by the steps of a locator, as Playwright
// does, and evaluates the expression that webkit.py writes into it.
const [steps, argument, done] = arguments;

const ROLES = {
  button: "button, summary, [role=button], input[type=button], input[type=submit]", link: "a[href], [role=link]",
  checkbox: "input[type=checkbox], [role=checkbox]", radio: "input[type=radio], [role=radio]",
  textbox: "input:not([type]), input[type=text], textarea, [role=textbox]", combobox: "select, [role=combobox]",
  searchbox: "input[type=search], [role=searchbox]", option: "option, [role=option]", dialog: "dialog, [role=dialog]",
  slider: "input[type=range], [role=slider]", heading: "h1, h2, h3, h4, [role=heading]", listitem: "li, [role=listitem]",
  img: "img[alt]:not([alt='']), [role=img]", status: "[role=status]", alert: "[role=alert]", tab: "[role=tab]", treeitem: "[role=treeitem]", group: "fieldset, details, [role=group]",
};
const normal = (text) => text.replace(/\s+/g, " ").trim();
const fits = (text, { name, exact, pattern }) => pattern ? new RegExp(pattern).test(normal(text)) : (exact ? normal(text) === normal(name) : normal(text).toLowerCase().includes(normal(name).toLowerCase()));
const isVisible = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;

/** With a space between parts, as between boxes on the screen. */
function textOf(one) {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode.data);
  return found.join(" ");
}

function nameOf(one) {
  const labels = (one.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean).map((id) => document.getElementById(id)?.textContent ?? "");
  if (labels.length) return labels.join(" ");
  const legend = one.matches("fieldset") && one.querySelector("legend");
  if (legend) return legend.textContent;
  const label = one.getAttribute("aria-label") ?? (one.labels?.length ? [...one.labels].map(textOf).join(" ") : null);
  return label ?? (normal(one.textContent) || one.getAttribute("title") || one.getAttribute("placeholder") || "");
}

/** What names a control apart from its content; null if nothing does. */
function labelOf(one) {
  const labels = (one.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean).map((id) => document.getElementById(id)?.textContent ?? "");
  if (labels.length) return labels.join(" ");
  return one.getAttribute("aria-label") ?? (one.labels?.length ? [...one.labels].map((label) => label.textContent).join(" ") : null);
}

const taken = (all) => all.reduce((found, step) => takes[step.kind](found, step), [document]);

const takes = {
  css: (found, { css }) => [...new Set(found.flatMap((one) => [...one.querySelectorAll(css)]))],
  role: (found, step) => takes.css(found, { css: ROLES[step.role] }).filter((one) => !one.closest("[aria-hidden=true]") && one.checkVisibility({ visibilityProperty: true }) && ((step.name ?? step.pattern) === undefined || fits(nameOf(one), step))),
  text: (found, step) => takes.css(found, { css: "*" }).filter((one) => !one.matches("script, style, template") && fits(one.textContent, step) && ![...one.children].some((child) => fits(child.textContent, step))),
  // By any label, as for roles.
  label: (found, step) => takes.css(found, { css: "[aria-label], [aria-labelledby], input, textarea, select, button" }).filter((one) => labelOf(one) !== null && fits(labelOf(one), step)),
  and: (found, { steps: others }) => {
    const both = new Set(taken(others));
    return found.filter((one) => both.has(one));
  },
  nth: (found, { index }) => found.slice(index, index + 1 || undefined),
  visible: (found, { visible }) => found.filter((one) => isVisible(one) === visible),
  hasText: (found, step) => found.filter((one) => fits(one.textContent, step)),
};

/** What the page requests, for a driver without events. */
function watch() {
  const { fetch } = window;
  window.driver = { started: [], ended: [] };
  performance.setResourceTimingBufferSize(10000);
  let count = 0;
  window.fetch = (...request) => {
    const id = (count += 1);
    driver.started.push([id, String(request[0]?.url ?? request[0])]);
    const answer = fetch(...request);
    answer.then(() => driver.ended.push([id, "requestfinished"]), () => driver.ended.push([id, "requestfailed"]));
    return answer;
  };
  new PerformanceObserver((list) => list.getEntries().forEach(({ name, initiatorType }) => initiatorType === "fetch" || driver.started.push([null, name])))
    .observe({ type: "resource", buffered: true });
}

window.driver ?? (location.host && watch());

/** The numbers of the fields for files that were pressed since the driver has asked. */
function newFields() {
  const known = window.knownFields ?? 0;
  const { length } = window.fileFields ?? [];
  window.knownFields = length;
  return Array.from({ length: length - known }, (_, index) => known + index);
}

(async () => {
  const all = steps === null ? [] : taken(steps);
  let value = (EXPRESSION);
  if (typeof value === "function") value = await value(...(steps === null ? [] : [all]), argument);
  return { value: (await value) ?? null, started: window.driver?.started.splice(0) ?? [], ended: window.driver?.ended.splice(0) ?? [], fields: newFields() };
})().then(done, (error) => done({ error: `${error}` }));
