import { createStore, get, type UseStore } from "idb-keyval"
import { type KeptPlace, KeptUnreadable, type LockKeeper } from "./LockKeeper.ts"
import { breathe } from "./slices.ts"

/**
 * The synced list over a reload, in the browser's database: the only file that touches it. What is kept is what was synced,
 * and a combination is no part of that (law 8). Rows are kept compressed, about 25 bytes a lock.
 */

/** The form of what is kept. Another number makes nothing of what was kept before. */
const form = 2

/** Additions after which a list begins anew, so that reading it back never costs more than asking for it. */
const mostEntries = 600

/** A list begins anew after this long, in milliseconds, so that nothing wrong in it stays for ever. */
const longest = 7 * 24 * 60 * 60 * 1000

interface Place extends KeptPlace {
  readonly form: number
  /** When the list began, in epoch milliseconds. */
  readonly began: number
  readonly entries: number
  /** Another one after every addition: who does not know it has not seen what was kept last. */
  readonly stamp: string
}

const placeKey = "place"

/** Parts that were kept together, each a compressed JSON text. */
type Entry = ReadonlyArray<ArrayBuffer>

/** Sends bytes through a browser's own (de)compressor. It works on the page's thread: a little at a time. */
const through = (stream: GenericTransformStream, bytes: BufferSource): Response => {
  const writer = stream.writable.getWriter()
  // A failure is told by the readable side.
  Promise.allSettled([writer.write(bytes), writer.close()])
  return new Response(stream.readable)
}

const zip = (text: string): Promise<ArrayBuffer> =>
  through(new CompressionStream("gzip"), new TextEncoder().encode(text)).arrayBuffer()

const unzip = async (bytes: ArrayBuffer): Promise<string> => {
  try {
    return await through(new DecompressionStream("gzip"), bytes).text()
  } catch (error) {
    // What is none of gzip's is a TypeError.
    throw new KeptUnreadable(String(error))
  }
}

/** A browser that forbids or has lost its database keeps nothing. */
const attempt = async <A>(use: () => Promise<A>, without: A): Promise<A> => {
  try {
    return await use()
  } catch (error) {
    if (error instanceof DOMException) return without
    throw error
  }
}

/** Looks at the place and changes the store in one transaction; another tab is before it or after it, never within. */
const change = (store: UseStore, what: (place: Place | undefined, objects: IDBObjectStore) => void): Promise<void> =>
  store(
    "readwrite",
    (objects) =>
      new Promise((resolve, reject) => {
        const { transaction } = objects
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new DOMException("given up", "AbortError"))
        const asked: IDBRequest<Place | undefined> = objects.get(placeKey)
        asked.onsuccess = () => what(asked.result, objects)
      })
  )

const opened = (): UseStore => createStore("lockdesk locks", "locks")

/** Removes whatever is kept, whoever's it is: nobody is signed in at this browser. */
export const wipeKeptLocks = (): Promise<void> =>
  attempt(() => change(opened(), (_, objects) => void objects.clear()), undefined)

/** The keeper of this browser. `now`: epoch milliseconds. */
export const keptLocks = (now: () => number): LockKeeper => {
  const store = opened()
  let known: Place | null = null
  /** Another tab keeps, or nothing more can be kept. */
  let leaves = false
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that what came first is kept first. */
  const inTurn = <A>(use: () => Promise<A>): Promise<A> => {
    const turn = last.then(use, use)
    last = turn
    return turn
  }

  const usable = (place: Place | undefined, owner: string): place is Place =>
    place !== undefined &&
    place.form === form &&
    place.owner === owner &&
    place.entries < mostEntries &&
    now() - place.began < longest

  return {
    open: (owner) =>
      inTurn(() =>
        attempt(async () => {
          let found: Place | null = null
          await change(store, (place, objects) => {
            if (usable(place, owner)) found = place
            else objects.clear()
          })
          known = found
          leaves = false
          return found
        }, null)
      ),

    parts: async function* () {
      const entries = known?.entries ?? 0
      for (let number = 0; number < entries; number++) {
        const entry = await attempt(() => get<Entry>(number, store), undefined)
        // Another tab may have begun anew meanwhile.
        if (entry === undefined) throw new KeptUnreadable(`entry ${number} of ${entries} is gone`)
        for (const part of entry) {
          yield JSON.parse(await unzip(part)) as unknown
          await breathe()
        }
      }
    },

    append: (place, parts) =>
      inTurn(async () => {
        if (leaves) return
        // Without these parts what is kept may not go on: it stays what it is, until the next page begins from it.
        leaves = !(await attempt(async () => {
          const entry: Array<ArrayBuffer> = []
          for (const text of parts) {
            entry.push(await zip(text))
            await breathe()
          }
          let kept = false
          await change(store, (there, objects) => {
            if (there?.stamp !== known?.stamp) return
            const entries = there?.entries ?? 0
            const next: Place = {
              ...place,
              form,
              began: there?.began ?? now(),
              entries: entry.length === 0 ? entries : entries + 1,
              stamp: `${now()} ${Math.random()}`
            }
            if (entry.length > 0) objects.put(entry satisfies Entry, entries)
            objects.put(next, placeKey)
            known = next
            kept = true
          })
          return kept
        }, false))
      }),

    wipe: (owner) =>
      inTurn(() =>
        attempt(async () => {
          known = null
          await change(store, (place, objects) => {
            if (place === undefined || place.owner === owner) objects.clear()
          })
        }, undefined)
      )
  }
}
