import { type KeptPlace, KeptUnreadable, type LockKeeper } from "#web/sync/LockKeeper.ts"

/** An in-memory keeper that stores texts instead of using the browser's database, for tests without a browser. */
export interface MemoryKeeper extends LockKeeper {
  /** Everything stored, as one text for inspection. */
  readonly text: () => string
  /** Corrupts the stored data. */
  readonly damage: () => void
}

export const memoryKeeper = (): MemoryKeeper => {
  let place: KeptPlace | null = null
  let kept: Array<string> = []
  let whole: ReadonlyArray<unknown> | null = null
  const empty = (): void => {
    place = null
    kept = []
    whole = null
  }
  return {
    open: async (owner) => {
      if (place?.owner !== owner) empty()
      return place
    },
    whole: async () => {
      if (kept.includes("damaged")) throw new KeptUnreadable("damaged")
      return structuredClone(whole)
    },
    parts: async function* () {
      for (const text of kept) {
        if (text === "damaged") throw new KeptUnreadable("damaged")
        yield JSON.parse(text) as unknown
      }
    },
    append: async (next, parts) => {
      place = next
      kept.push(...parts)
    },
    replace: async (next, blocks) => {
      place = next
      kept = []
      whole = structuredClone(blocks)
    },
    wipe: async (owner) => {
      if (place?.owner === owner) empty()
    },
    text: () => JSON.stringify([place, kept, ...(whole?.map(String) ?? [])]),
    damage: () => {
      kept = [...kept.slice(0, 1), "damaged"]
    }
  }
}
