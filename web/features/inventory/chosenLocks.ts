import { Schema } from "effect"
import { atSessionEnd } from "#web/app/sessionLife.ts"
import { readTab, writeTab } from "#web/app/storage.ts"
import { Watched } from "#web/app/Watched.ts"
import { ChosenLock } from "./ChosenLock.ts"

const Kept = Schema.fromJsonString(Schema.Array(ChosenLock))
const decode = Schema.decodeUnknownOption(Kept)
const encode = Schema.encodeSync(Kept)

const kept = (): ReadonlyArray<ChosenLock> => {
  const found = decode(readTab("inventorySelection"))
  return found._tag === "Some" ? found.value : []
}

const state = new Watched<ReadonlyArray<ChosenLock>>(kept())

/** Inventory locks selected in this tab, by serial code. Not in the URL because there may be thousands. */
export const chosenLocks = {
  get: state.get,
  subscribe: state.subscribe,
  set: (locks: ReadonlyArray<ChosenLock>): void => {
    const sorted = locks.toSorted((a, b) => (a.serialCode < b.serialCode ? -1 : 1))
    writeTab("inventorySelection", sorted.length === 0 ? null : encode(sorted))
    state.set(sorted)
  }
}

atSessionEnd(() => chosenLocks.set([]))
