import { availability } from "#core/commands/availability.ts"
import { commandHeads } from "#core/commands/heads.ts"
import type { CommandHead, CommandId } from "#core/commands/registry.ts"
import { accessOf } from "#core/commands/endpoints.ts"
import { severalRefusal } from "#core/commands/severalLocks.ts"
import { scores } from "#core/base/search/frecency.ts"
import { prepare, type SearchIndex } from "#core/base/search/ranking.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { now } from "#web/app/clock.ts"
import { session } from "#web/app/Session.ts"
import { savedViews } from "#web/grid/savedViews.ts"
import { keysOf } from "#web/keyboard/keymap.ts"
import { locksComing } from "#web/sync/arriving.ts"
import { lockList } from "#web/sync/LockList.ts"
import { isOffered } from "./offered.ts"
import { facilityIndex, furtherEntries, mainEntries, noPlaces, personIndex, type Places } from "./paletteEntries.ts"
import type { MissingLists } from "./knownLists.ts"
import type { Known } from "./readField.ts"
import type { RowSources } from "./RowSources.ts"
import { readUses } from "./uses.ts"

/** Minutes east of UTC, where this browser is. */
const utcOffsetMinutes = (): number => -new Date(now()).getTimezoneOffset()

/** What needs no session is nothing for somebody who has one. */
const forVisitors = ({ does }: CommandHead): boolean =>
  does.call !== undefined && accessOf(does.call)?.kind === "public"

/** Whether some part of the screen carries a command out now. */
export const handledNow = (id: string): boolean => center.handles(id as CommandId)

/** What a selection names acts on it, also where it is a key of a list otherwise. */
const offeredNow = (): ReadonlyArray<CommandHead> => {
  const titles = center.rows?.titles ?? {}
  return commandHeads.filter(
    (command) => !forVisitors(command) && (command.id in titles || isOffered(command, handledNow))
  )
}

/**
 * What rows are made from, gathered once for each time the palette is open; facilities and people are prepared anew only
 * when they have changed. Locks are those of the synced list, and those that the server found since.
 */
export class PaletteSources {
  readonly #several: number
  readonly #selectedRows = center.rows
  readonly #offered = offeredNow()
  readonly #views = savedViews()
  readonly #scores = scores(readUses(), now())
  readonly #further = prepare({ entries: furtherEntries(this.#offered) })
  readonly #commands = new Map(this.#offered.map((command) => [command.id, command]))
  readonly #found = new Map<number, Lock>()
  #places = noPlaces
  #missing: MissingLists = {}
  #main: SearchIndex = prepare({ entries: mainEntries(this.#offered, this.#views), locks: lockList.index })

  /** @param several how many locks are selected on the screen, where several are */
  constructor(several: number) {
    this.#several = several
  }

  get places(): Places {
    return this.#places
  }

  /** The facilities and people that are known by now, and which lists are missing; the synced list says so itself. */
  know(places: Places, missing: MissingLists): void {
    this.#places = places
    this.#missing = missing
  }

  /** Locks that only the server knew. */
  found(locks: ReadonlyArray<Lock>): void {
    for (const lock of locks) this.#found.set(lock.lockID, lock)
  }

  /** What names are looked up in. */
  get known(): Known {
    const locks = locksComing(lockList.state())
    return {
      ...this.#places,
      lockIDOf: (serialCode) => lockList.bySerial(serialCode)?.lockID ?? this.#foundBy(serialCode),
      missing: { ...this.#missing, ...(locks === null ? {} : { locks: locks.failure ?? "loading" }) }
    }
  }

  #foundBy(serialCode: string): number | undefined {
    return [...this.#found.values()].find((lock) => lock.serialCode === serialCode)?.lockID
  }

  readonly lockOf = (lockID: number): Lock | undefined => lockList.lockOf(lockID) ?? this.#found.get(lockID)

  /** Everything rows are made from, now. */
  get rows(): RowSources {
    const { index } = lockList
    if (this.#main.locks !== index) this.#main = { ...this.#main, locks: index }
    return {
      main: this.#main,
      facilities: facilityIndex(this.#places.facilities),
      people: personIndex(this.#places.people),
      further: this.#further,
      commands: this.#commands,
      known: this.known,
      views: this.#views,
      scores: this.#scores,
      several: this.#several,
      selectedRows: this.#selectedRows,
      now: now(),
      utcOffsetMinutes: utcOffsetMinutes(),
      refusal: (command, lockID) => {
        const single = lockID === null ? severalRefusal(command, this.#several) : null
        if (single !== null) return single
        const may = availability(command, session.user, lockID === null ? null : (this.lockOf(lockID) ?? null))
        return may.allowed ? null : may.words
      },
      handled: handledNow,
      keysOf: (id) => keysOf(id as CommandId)
    }
  }
}
