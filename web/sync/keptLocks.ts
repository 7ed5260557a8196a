import { createStore, get } from "idb-keyval"
import type { Block } from "#core/base/search/blocks.ts"
import { type KeptPlace, KeptUnreadable, type LockKeeper } from "./LockKeeper.ts"
import { breathe } from "./slices.ts"

/**
 * The synced list over a reload, in the browser's database: the only file that touches it. What is kept is what was synced,
 * and a combination is no part of that (law 8). A whole list is kept as the blocks it has in memory, about 70 bytes a lock,
 * so that it is there as soon as it is read; what came since, and a list that is not whole yet, as compressed parts.
 */

/** The form of what is kept. Another number makes nothing of what was kept before. */
const form = 5

/** Additions after which a list begins anew, so that reading it back never costs more than asking for it. */
const mostEntries = 600

/** A list begins anew after this long, in milliseconds, so that nothing wrong in it stays for ever. */
const longest = 7 * 24 * 60 * 60 * 1000

interface Place extends KeptPlace {
  readonly form: number
  /** When the list began, in epoch milliseconds. */
  readonly began: number
  readonly entries: number
  /** Groups of blocks of the whole list; 0 when it was never whole. */
  readonly blocks: number
  /** Another one after every addition: who does not know it has not seen what was kept last. */
  readonly stamp: string
}

const placeKey = "place"
const blockKey = (nth: number): string => `block ${nth}`

/** Blocks that are kept together: read back, they take a turn of the page of some milliseconds. */
type Blocks = ReadonlyArray<unknown>

/** Bytes of blocks that are kept together, about: a turn of the page has to end, and each reading takes one. */
const bytesTogether = 3_000_000

/** Blocks in the groups they are kept in. */
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

const store = createStore("lockdesk locks", "locks")

/** The whole list that is kept, as one transaction found it. */
interface Whole {
  /** What it was kept with. */
  readonly stamp: string
  readonly blocks: Blocks
}

/**
 * Reads the whole list in one transaction, so that another tab cannot change some of it meanwhile. All groups are asked for at
 * once, so that no answer waits for the page before the next one is asked for. The browser makes a value of what it has read when
 * that is first looked at, in some milliseconds: each in the turn of its own answer. Answers null where nothing is kept.
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

/** Looks at the place and changes the store in one transaction; another tab is before it or after it, never within. */
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

/** What this page has begun to read before anybody asked for it. */
let ahead: Promise<Whole | null> | null = null

/**
 * Begins to read what is kept while the page asks who is signed in: the reading is done by then, and whoever opens the list
 * looks whether it is theirs. It is used once.
 */
export const readAhead = (): void => {
  ahead = attempt(() => readWhole(), null)
}

/** Removes whatever is kept, whoever's it is: nobody is signed in at this browser. */
export const wipeKeptLocks = (): Promise<void> => attempt(() => change((_, objects) => void objects.clear()), undefined)

/** The keeper of this browser. `now`: epoch milliseconds. */
export const keptLocks = (now: () => number): LockKeeper => {
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

  /** Writes what is added and the place it leads to, unless another tab has kept something since. Answers whether it did. */
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
          // Most often there is something to use. To change the store would wait for all that is being written to it.
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
                // One after the other: to hand over all of them at once would be one long turn of the page.
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
