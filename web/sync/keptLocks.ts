import { createStore, get, type UseStore } from "idb-keyval"
import type { Block } from "#core/base/search/blocks.ts"
import { type KeptPlace, KeptUnreadable, type LockKeeper } from "./LockKeeper.ts"
import { breathe } from "./slices.ts"

/**
 * Stores the synced list across reloads in IndexedDB; the only file that uses it. It stores what was synced, which
 * never includes a combination (law 8). A complete list is stored as its in-memory blocks, about 70 bytes per lock,
 * so that reading it back takes no decoding. Later changes, and a list that is still incomplete, are stored as
 * compressed parts.
 */

/** Version of the storage format. Data of any other version is ignored. */
const form = 5

/**
 * Parts after which the list is loaded from the server again, so that reading it back never costs more than loading
 * it.
 */
const mostEntries = 600

/** The list is loaded from the server again after this long, in milliseconds, so that errors in it can't persist. */
const longest = 7 * 24 * 60 * 60 * 1000

interface Place extends KeptPlace {
  readonly form: number
  /** When the list was first stored, in epoch milliseconds. */
  readonly began: number
  readonly entries: number
  /** Number of block groups of the whole list; 0 if it was never complete. */
  readonly blocks: number
  /** Changes with every write. A tab with a different stamp hasn't seen the latest write. */
  readonly stamp: string
}

const placeKey = "place"
const blockKey = (nth: number): string => `block ${nth}`

/** Blocks stored together. Reading a group takes a task of a few milliseconds. */
type Blocks = ReadonlyArray<unknown>

/** Approximate bytes per group. Small enough for one task, because each read takes one. */
const bytesTogether = 3_000_000

/** Splits blocks into groups for storage. */
const grouped = (whole: ReadonlyArray<Block>): ReadonlyArray<ReadonlyArray<Block>> => {
  const groups: Array<Array<Block>> = []
  let room = 0
  for (const block of whole) {
    const bytes = typeof block === "string" ? block.length : block.byteLength
    if (bytes > room) {
      groups.push([])
      room = bytesTogether
    }
    groups.at(-1)?.push(block)
    room -= bytes
  }
  return groups
}

/** Parts stored together, each a gzipped JSON text. */
type Entry = ReadonlyArray<ArrayBuffer>

/** Pipes bytes through the browser's (de)compressor. It runs on the main thread, so call it with little at a time. */
const through = (stream: GenericTransformStream, bytes: BufferSource): Response => {
  const writer = stream.writable.getWriter()
  // Errors surface on the readable side.
  Promise.allSettled([writer.write(bytes), writer.close()])
  return new Response(stream.readable)
}

const zip = (text: string): Promise<ArrayBuffer> =>
  through(new CompressionStream("gzip"), new TextEncoder().encode(text)).arrayBuffer()

const unzip = async (bytes: ArrayBuffer): Promise<string> => {
  try {
    return await through(new DecompressionStream("gzip"), bytes).text()
  } catch (error) {
    // Data that isn't gzip causes a TypeError.
    throw new KeptUnreadable(String(error))
  }
}

/** Browsers may have no database, block it, lose it, or never open it. Then nothing is stored. */
const attempt = async <A>(use: () => Promise<A>, without: A): Promise<A> => {
  try {
    return await use()
  } catch (error) {
    if (error instanceof DOMException || !("IDBFactory" in window)) return without
    throw error
  }
}

/** How long to wait until the database is open, in milliseconds; shorter once it didn't open in time. */
let patience = 3_000

const database = createStore("lockdesk locks", "locks")

const store: UseStore = (mode, use) =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      patience = 100
      reject(new DOMException("not opened", "TimeoutError"))
    }, patience)
    const opened = (objects: IDBObjectStore) => {
      clearTimeout(late)
      return use(objects)
    }
    database(mode, opened).then(resolve, reject)
  })

/** The stored whole list, as read in one transaction. */
interface Whole {
  /** Stamp of the write it belongs to. */
  readonly stamp: string
  readonly blocks: Blocks
}

/**
 * Reads the whole list in one transaction, so that another tab can't change it in between. Requests all groups at
 * once, so that no response waits for the main thread before the next is requested. The browser deserializes a result
 * when it is first accessed, which takes a few milliseconds, so each is accessed in its own event. Resolves to null
 * if nothing is stored.
 */
const readWhole = (): Promise<Whole | null> =>
  store(
    "readonly",
    (objects) =>
      new Promise((resolve, reject) => {
        const { transaction } = objects
        let stamp: string | null = null
        const groups: Array<Blocks> = []
        transaction.onabort = () => reject(transaction.error ?? new DOMException("given up", "AbortError"))
        transaction.oncomplete = () => resolve(stamp === null ? null : { stamp, blocks: groups.flat() })
        const asked: IDBRequest<Place | undefined> = objects.get(placeKey)
        asked.onsuccess = () => {
          const place = asked.result
          if (place?.form !== form) return
          stamp = place.stamp
          for (let nth = 0; nth < place.blocks; nth++) {
            const group: IDBRequest<Blocks> = objects.get(blockKey(nth))
            group.onsuccess = () => (groups[nth] = group.result)
          }
        }
      })
  )

/**
 * Reads the place and changes the store in one transaction, so that other tabs run before or after it but not in
 * between.
 */
const change = (what: (place: Place | undefined, objects: IDBObjectStore) => void): Promise<void> =>
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

/** Reading started before it was requested. */
let ahead: Promise<Whole | null> | null = null

/**
 * Starts reading the stored list while the page checks who is signed in, so that it is ready by then. Whoever opens
 * the list checks its owner. Used once.
 */
export const readAhead = (): void => {
  ahead = attempt(() => readWhole(), null)
}

/** Deletes everything stored, whoever owns it, because no one is signed in. */
export const wipeKeptLocks = (): Promise<void> => attempt(() => change((_, objects) => void objects.clear()), undefined)

/** Storage of this browser. `now`: epoch milliseconds. */
export const keptLocks = (now: () => number): LockKeeper => {
  let known: Place | null = null
  /** Another tab writes, or nothing more can be stored. */
  let leaves = false
  let last: Promise<unknown> = Promise.resolve()

  /** Runs writes one after the other, in order. */
  const inTurn = <A>(use: () => Promise<A>): Promise<A> => {
    const turn = last.then(use, use)
    last = turn
    return turn
  }

  /** Writes data and the new cursor, unless another tab has written since. Resolves to whether it did. */
  const write = async (
    place: KeptPlace,
    add: (there: Place | undefined, objects: IDBObjectStore) => Pick<Place, "entries" | "blocks">
  ): Promise<boolean> => {
    let kept: Place | null = null
    await change((there, objects) => {
      if (there?.stamp !== known?.stamp) return
      const began = there?.began ?? now()
      kept = { ...place, form, began, stamp: `${now()} ${Math.random()}`, ...add(there, objects) }
      objects.put(kept, placeKey)
    })
    known = kept ?? known
    return kept !== null
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
          // Read first, because there is usually a usable list. A write transaction would wait for all pending
          // writes.
          let found = (await get<Place>(placeKey, store)) ?? null
          if (!usable(found ?? undefined, owner)) {
            found = null
            ahead = null
            await change((place, objects) => {
              if (usable(place, owner)) found = place
              else objects.clear()
            })
          }
          known = found
          leaves = false
          return found
        }, null)
      ),

    whole: async () => {
      if (known === null || known.blocks === 0) return null
      const place = known
      const early = await ahead
      ahead = null
      const whole = early?.stamp === place.stamp ? early : await attempt(() => readWhole(), null)
      if (whole?.stamp !== place.stamp) throw new KeptUnreadable("the whole list is gone")
      return whole.blocks
    },

    parts: async function* () {
      const entries = known?.entries ?? 0
      for (let number = 0; number < entries; number++) {
        const entry = await attempt(() => get<Entry>(number, store), undefined)
        // Another tab may have replaced the list in the meantime.
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
        // If these parts can't be stored, later ones must not be either. The stored list stays as it is, and the next
        // page continues from it.
        leaves = !(await attempt(async () => {
          const entry: Array<ArrayBuffer> = []
          for (const text of parts) {
            entry.push(await zip(text))
            await breathe()
          }
          return write(place, (there, objects) => {
            const entries = there?.entries ?? 0
            if (entry.length > 0) objects.put(entry satisfies Entry, entries)
            return { entries: entry.length === 0 ? entries : entries + 1, blocks: there?.blocks ?? 0 }
          })
        }, false))
      }),

    replace: (place, whole) =>
      inTurn(async () => {
        if (leaves) return
        leaves = !(await attempt(
          () =>
            write(place, (_, objects) => {
              objects.clear()
              const groups = grouped(whole)
              const put = (nth: number): void => {
                const group = groups[nth]
                if (group === undefined) return
                // One at a time, because queuing all of them at once would block the main thread.
                objects.put(group, blockKey(nth)).onsuccess = () => put(nth + 1)
              }
              put(0)
              return { entries: 0, blocks: groups.length }
            }),
          false
        ))
      }),

    wipe: (owner) =>
      inTurn(() =>
        attempt(async () => {
          known = null
          ahead = null
          await change((place, objects) => {
            if (place === undefined || place.owner === owner) objects.clear()
          })
        }, undefined)
      )
  }
}
