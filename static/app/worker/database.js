/**
 * A small database of the browser, with promises.
 * @module
 */

/**
 * @param {string} name @param {string[]} stores @param {() => void} onClosed called when the browser has removed it
 * @returns {Promise<IDBDatabase>} rejected if the browser has none here
 */
export function openDatabase(name, stores, onClosed) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => stores.forEach((store) => request.result.createObjectStore(store));
    request.onsuccess = () => {
      // The browser's own “clear data” must not wait for this connection.
      request.result.onversionchange = () => {
        request.result.close();
        onClosed();
      };
      request.result.onclose = onClosed;
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

/**
 * Runs steps in one transaction: all of them hold, or none does.
 *
 * @template Result
 * @param {IDBDatabase} database @param {string[]} stores @param {"readonly" | "readwrite"} mode
 * @param {(stores: Record<string, IDBObjectStore>) => IDBRequest<Result> | void} act
 * @returns {Promise<Result>} the result of the request that `act` returns
 */
export function transact(database, stores, mode, act) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(stores, mode);
    const request = act(Object.fromEntries(stores.map((name) => [name, transaction.objectStore(name)])));
    transaction.oncomplete = () => resolve(request ? request.result : undefined);
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}
