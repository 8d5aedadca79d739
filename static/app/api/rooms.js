/**
 * Rooms, in which people look at the map together. Their events are a stream of their own.
 * @module
 */

/**
 * @typedef {object} RoomView where a map is
 * @property {number} longitude
 * @property {number} latitude
 * @property {number} zoom
 * @property {number} [bearing] in degrees; the direction that is up
 *
 * @typedef {object} Member of a room
 * @property {number} member
 * @property {string} name
 * @property {string} colour
 * @property {boolean} guest
 * @property {boolean} creator whether this person has opened the room, and so may lead
 * @property {boolean} [away] whether the member has just been disconnected
 * @property {RoomView} [view] if it may be shown to this visitor
 *
 * @typedef {object} Room
 * @property {string} id
 * @property {string} [name]
 * @property {string} [by]
 * @property {number} [leader]
 * @property {RoomView} [view] where it was opened
 * @property {Member[]} members
 *
 * @typedef {object} Hello the first event
 * @property {Room} room
 * @property {number} member that this page is now
 * @property {string} key with which it sends messages
 * @property {boolean} missed whether some of what has happened is forgotten
 * @property {number} last the number of the last event before this page came
 *
 * @typedef {object} RoomMessage
 * @property {number} id the number of the event
 * @property {number} member
 * @property {string} [name]
 * @property {string} [colour]
 * @property {string} [time]
 * @property {"text" | "view" | "point" | "photo" | "lead"} kind
 * @property {string} [text]
 * @property {number} [longitude]
 * @property {number} [latitude]
 * @property {number} [zoom]
 * @property {number} [photo] missing if it is not shared with this visitor
 * @property {boolean} [lead]
 *
 * @typedef {{kind: "text", text: string} | {kind: "view"} & RoomView | {kind: "point", longitude: number, latitude: number}
 *   | {kind: "photo", photo: number} | {kind: "lead", lead: boolean} | {kind: "leave"}} RoomOrder
 */

/** @param {import("./transport.js").Transport} transport */
export function createRooms({ json, post, remove, address }) {
  const path = (/** @type {string} */ id) => `rooms/${encodeURIComponent(id)}`;

  return {
    /** @param {RoomView} view @returns {Promise<Room>} */
    openRoom: (view) => post("rooms", view),

    /** @param {string} id @returns {Promise<Room>} */
    room: (id) => json(path(id), {}),

    /** @param {string} id */
    closeRoom: (id) => remove(path(id)),

    /** @param {string} id @param {{member: number, key: string} & RoomOrder} message @returns {Promise<{id: number} | null>} */
    sendToRoom: (id, message) => post(`${path(id)}/messages`, message),

    /** @param {{room: string, name: string, key: string}} who joins @returns {string} the address of the events */
    roomEventsURL: (who) => address("events", who),
  };
}
