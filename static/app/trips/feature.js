/** @module */

import { formatCoordinates } from "../core/format.js";
import { mayNot, setWithin } from "../core/store.js";
import { TEXTS } from "../core/texts.js";
import { EMPTY } from "../map/map-layers.js";
import { createTimeMarks } from "./time-marks.js";
import { createTripActs } from "./trip-acts.js";
import { createTripLoader } from "./trip-loader.js";
import { createTripPlayer } from "./trip-player.js";
import { createTripSteps, TRIP_MAX_ZOOM, withoutTrip } from "./trip-steps.js";
import { dateIn, daysIn, tripFeatures } from "./trip-days.js";
import { TRIP, TRIP_PART } from "./trip-layers.js";
import { TripStrip } from "./strip.js";
import { TRIPS, TRIPS_ADDRESS, filtersOfTrip, formatDates, tripOn, tripsChanged } from "./trips-state.js";

/**
 * @typedef {object} TripsService
 * @property {(how?: "push" | "replace") => void} openList shows the list; a replaced step in the history is that of another panel
 * @property {(trip: import("../api/trips.js").Trip) => Promise<void>} choose opens a trip
 * @property {() => void} load requests the trips unless they are known
 * @property {(direction: -1 | 1) => void} step goes to the previous or the next day of the open trip
 */

/**
 * The trips: a list, the open trip with its days, marks on the time bar, and for owners corrections.
 *
 * @type {import("../features.js").Feature<"trips">}
 */
export const feature = {
  name: "trips",
  state: [TRIPS],
  address: [TRIPS_ADDRESS],
  mapParts: [TRIP_PART],
  keys: [{
    group: TEXTS.trips,
    rows: [[[",", "."], TEXTS.stepThroughTrip]],
    run: { ",": ({ trips }) => trips.step(-1), ".": ({ trips }) => trips.step(1) },
  }],

  /** @returns {import("../features.js").Service<"trips">} */
  start(page) {
    const { store, api, navigation, mapView } = page;
    const loader = createTripLoader(store, api);
    const { correct, write } = createTripActs({ store, api, onChange: loader.refresh });
    const actions = correctionsOf(page, correct);
    const { showDay, step, showWhole, close } = createTripSteps(page);
    const player = createTripPlayer({
      stays: () => store.state.trip?.stays ?? [],
      recordings: () => store.state.trip?.recordings ?? [],
      date: () => dateIn(store.state.filters.time),
      show: showDay,
      setData: (source, data) => mapView.setData(source, data),
      onChange: (isPlaying) => store.change(setWithin("trip", { isPlaying })),
    });
    const strip = new TripStrip({
      store, onResize: page.room.changed,
      actions: { step, showWhole, play: player.toggle, share: () => navigation.open({ sharing: "links" }), close, write, corrections: actions },
    });
    page.room.cover("strip", strip.room);
    createTimeMarks(store, (trip) => choose(trip));
    drawTrip(page);
    store.watch((state) => state.filters.time, (time) => player.follow(dateIn(time)));
    store.watch((state) => state.filters.trip, player.halt);
    dropForOthers(page);

    let isFirst = true;
    function fitOnce() {
      let isDone = false;
      store.watch((state) => state.trip?.trip?.bbox, (bbox) => {
        if (bbox && !isDone) mapView.fit(bbox, { maxZoom: TRIP_MAX_ZOOM, duration: 0 });
        isDone ||= Boolean(bbox);
      });
    }

    /** Few readers open it, so its module is loaded then. @type {Promise<unknown> | null} */
    let view = null;
    const loadView = () => (view ??= import("./trips-view.js").then(({ TripsView }) => new TripsView({
      store, api,
      actions: {
        choose, retry: loader.load,
        close: () => navigation.stepBack({ trips: false }),
        search: (text) => store.change(tripsChanged({ text })),
        showDays: (isOfDays) => store.change(tripsChanged({ isOfDays })),
        notHome: actions.notHome,
        middle: () => middleOf(page),
        daysShown: () => daysIn(store.state.filters.time),
        addHome: actions.addHome,
        async make(days) {
          const isMade = await actions.make(days);
          // Events of the change may have begun to load the list once more.
          const trip = isMade && (tripOn(store.state.trips, days.from) ?? await api.trip(days.from).catch(() => null));
          if (trip) choose(trip);
          return isMade;
        },
        turnTo: (panel) => (panel === "places" ? page.areas.open("replace") : panel !== "trips" && page.names.open(panel, "replace")),
      },
    })));

    /** @param {import("../api/trips.js").Trip} trip */
    async function choose(trip) {
      const { id, bbox } = trip;
      if (await page.map.filterAndFit(filtersOfTrip(navigation.route.filters, id), TRIP_MAX_ZOOM, bbox)) mapView.focus();
    }

    return {
      choose,
      openList: (how) => navigation.open({ trips: true }, {}, how),
      load: loader.load,
      step,
      refresh: loader.refresh,
      follow({ trips: isOpen, filters }, { isPlaced }) {
        if (filters.trip && mayNot(store.state, "trips")) queueMicrotask(() => dropTrip(navigation));
        // The address of a trip alone leads to it.
        if (isFirst && filters.trip && !isPlaced) fitOnce();
        isFirst = false;
        if (store.state.trips.isOpen === isOpen || (isOpen && mayNot(store.state, "trips"))) return;
        store.change(tripsChanged({ isOpen, ...(isOpen && { text: "" }) }));
        if (!isOpen) return;
        loadView().catch(() => (view = null));
        loader.load();
        loader.loadHomes();
      },
    };
  },
};

/**
 * The line and the dots of the open trip.
 *
 * @param {import("../features.js").Page} page
 */
function drawTrip({ store, mapView }) {
  const draw = () => {
    const { trip, filters } = store.state;
    mapView.setData(TRIP, trip ? tripFeatures(trip.stays, dateIn(filters.time), trip.recordings) : EMPTY);
  };
  store.watch((state) => state.trip?.stays, draw);
  store.watch((state) => state.trip?.recordings, draw);
  store.watch((state) => dateIn(state.filters.time), draw);
}

/**
 * Without the right to see trips, which a user may lose, the filter by a trip is dropped.
 *
 * @param {import("../features.js").Page} page
 */
function dropForOthers({ store, navigation }) {
  store.watch((state) => mayNot(state, "trips") && state.filters.trip !== "", (isRefused) => {
    if (isRefused) dropTrip(navigation);
  });
}

/** @param {import("../core/navigation.js").Navigation} navigation */
function dropTrip(navigation) {
  navigation.go({ filters: { ...navigation.route.filters, trip: "" } }, "replace");
}

/** Where the middle of the map is. @param {import("../features.js").Page} page */
function middleOf({ mapView }) {
  const { lat, lon } = mapView.position();
  return { longitude: lon, latitude: lat, text: formatCoordinates(lat, lon) };
}

/**
 * @param {import("../features.js").Page} page
 * @param {ReturnType<typeof createTripActs>["correct"]} correct
 */
function correctionsOf(page, correct) {
  const { navigation } = page;
  const leave = () => navigation.change({ filters: withoutTrip(navigation.route.filters) });
  /** @param {string} id */
  const comeBack = (id) => navigation.change({ filters: { ...navigation.route.filters, trip: id } });

  return {
    /** @param {import("../api/trips.js").Trip} trip @param {string} name */
    rename: ({ id }, name) => correct({ rename: id, name: name || null }, name ? TEXTS.tripRenamed(name) : TEXTS.tripHasFoundName),
    /** @param {import("../api/trips.js").Trip} trip @param {import("../api/trips.js").Trip} other */
    merge: (trip, other) => correct({ merge: [trip.id, other.id].sort() }, TEXTS.tripsMerged(trip.name, other.name)),
    /** The part with the chosen day stays open. @param {import("../api/trips.js").Trip} trip @param {string} day */
    split: ({ id }, day) => correct({ split: id, at: day }, TEXTS.tripSplit, { onMade: () => navigation.go({ filters: { ...navigation.route.filters, trip: day } }, "replace") }),
    /** @param {import("../api/trips.js").Trip} trip */
    dismiss: ({ id, name }) => correct({ dismiss: id }, TEXTS.tripDismissed(name), { onMade: leave, onUndone: () => comeBack(id) }),
    /** @param {import("./days-form.js").Days} days */
    make: ({ from, to, name }) => correct({ make: { from, to, ...(name && { name }) } }, TEXTS.tripMade(name || formatDates(from, to)), { onUndone: () => from <= navigation.route.filters.trip && navigation.route.filters.trip <= to && leave() }),
    /** @param {import("./days-form.js").Days} days */
    addHome({ from, to }) {
      const { longitude, latitude, text } = middleOf(page);
      return correct({ home: { longitude, latitude, from, to: to || null } }, TEXTS.homeAdded(text));
    },
    /** @param {import("../api/trips.js").Home} home */
    notHome: ({ place, longitude, latitude, from, to }) => correct({ notHome: { longitude, latitude, from, to } }, TEXTS.homeDismissed(place ?? TEXTS.homeWithoutName)),
  };
}
