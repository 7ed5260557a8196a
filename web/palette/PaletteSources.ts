import type { LockId } from "#core/base/ids.ts"
import { availability } from "#core/commands/availability.ts"
import { commandHeads } from "#core/commands/heads.ts"
import type { CommandHead, CommandId } from "#core/commands/registry.ts"
import { accessOf } from "#core/commands/endpoints.ts"
import { scores } from "#core/base/search/frecency.ts"
import { EntryIndex } from "#core/base/search/EntryIndex.ts"
import { prepare, type SearchIndex } from "#core/base/search/ranking.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { center } from "#web/app/CommandCenter.ts"
import { now } from "#web/app/clock.ts"
import { session } from "#web/app/Session.ts"
import { type SavedView, savedViews } from "#web/grid/savedViews.ts"
import { keysOf } from "#web/keyboard/keymap.ts"
import { locksComing } from "#web/sync/arriving.ts"
import { lockList } from "#web/sync/LockList.ts"
import { isOffered } from "./offered.ts"
import { facilityIndex, furtherEntries, mainEntries, noPlaces, personIndex, type Places } from "./paletteEntries.ts"
import type { MissingLists } from "./knownLists.ts"
import type { Known } from "./readField.ts"
import type { RowSources } from "./RowSources.ts"
import { readUses } from "./uses.ts"

/** This browser's offset from UTC, in minutes east. */
const utcOffsetMinutes = (): number => -new Date(now()).getTimezoneOffset()

/** Commands for signed-out users aren't offered in a session. */
const forVisitors = ({ does }: CommandHead): boolean =>
  does.call !== undefined && accessOf(does.call)?.kind === "public"

/** Whether a mounted layer handles a command now. */
export const handledNow = (id: string): boolean => center.handles(id as CommandId)

/** Commands for the selected rows are offered even if they otherwise exist only as keys of a list. */
const offeredNow = (): ReadonlyArray<CommandHead> => {
  const titles = center.rows?.titles ?? {}
  return commandHeads.filter(
    (command) => !forVisitors(command) && (command.id in titles || isOffered(command, handledNow))
  )
}

interface CommandIndexes {
  readonly commands: ReadonlyArray<CommandHead>
  /** The saved views as text. */
  readonly views: string
  readonly main: EntryIndex
  readonly further: SearchIndex
}

let lastIndexes: CommandIndexes | null = null

/** Indexes commands and saved views. Kept for the next opening, which mostly offers the same. */
const indexesOf = (commands: ReadonlyArray<CommandHead>, saved: ReadonlyArray<SavedView>): CommandIndexes => {
  const views = JSON.stringify(saved)
  const last = lastIndexes
  const isSame =
    last?.views === views &&
    last.commands.length === commands.length &&
    last.commands.every((command, at) => command === commands[at])
  if (isSame) return last
  const main = new EntryIndex(mainEntries(commands, saved))
  return (lastIndexes = { commands, views, main, further: prepare({ entries: furtherEntries(commands) }) })
}

/**
 * Data for the rows, collected once per opening of the palette. Facilities and people are indexed again only when
 * they change. Locks come from the synced list and from server searches.
 */
export class PaletteSources {
  readonly #several: number
  readonly #selectedRows = center.rows
  readonly #offered = offeredNow()
  readonly #views = savedViews()
  readonly #scores = scores(readUses(), now())
  readonly #indexes = indexesOf(this.#offered, this.#views)
  readonly #commands = new Map(this.#offered.map((command) => [command.id, command]))
  readonly #found = new Map<LockId, Lock>()
  #places: Places
  #missing: MissingLists
  #main: SearchIndex = { entries: this.#indexes.main, locks: lockList.index }

  /**
   * @param several number of selected locks if more than one
   * @param places the lists loaded so far, and those missing
   */
  constructor(several: number, places = noPlaces, missing: MissingLists = {}) {
    this.#several = several
    this.#places = places
    this.#missing = missing
  }

  get places(): Places {
    return this.#places
  }

  /** Sets the facilities and people loaded so far, and the lists still missing. The synced list has its own state. */
  know(places: Places, missing: MissingLists): void {
    this.#places = places
    this.#missing = missing
  }

  /** Adds locks that only the server had. */
  found(locks: ReadonlyArray<Lock>): void {
    for (const lock of locks) this.#found.set(lock.lockID, lock)
  }

  /** The data names are looked up in. */
  get known(): Known {
    const locks = locksComing(lockList.state())
    return {
      ...this.#places,
      lockIDOf: (serialCode) => lockList.bySerial(serialCode)?.lockID ?? this.#foundBy(serialCode),
      missing: { ...this.#missing, ...(locks === null ? {} : { locks: locks.failure ?? "loading" }) }
    }
  }

  #foundBy(serialCode: string): LockId | undefined {
    return [...this.#found.values()].find((lock) => lock.serialCode === serialCode)?.lockID
  }

  readonly lockOf = (lockID: LockId): Lock | undefined => lockList.lockOf(lockID) ?? this.#found.get(lockID)

  /** All data for the rows at this moment. */
  get rows(): RowSources {
    const { index } = lockList
    if (this.#main.locks !== index) this.#main = { ...this.#main, locks: index }
    return {
      main: this.#main,
      facilities: facilityIndex(this.#places.facilities),
      people: personIndex(this.#places.people),
      further: this.#indexes.further,
      commands: this.#commands,
      known: this.known,
      views: this.#views,
      scores: this.#scores,
      several: this.#several,
      selectedRows: this.#selectedRows,
      now: now(),
      utcOffsetMinutes: utcOffsetMinutes(),
      refusal: (command, lockID) => {
        const may = availability(command, session.user, lockID === null ? null : (this.lockOf(lockID) ?? null))
        return may.allowed ? null : may.words
      },
      handled: handledNow,
      keysOf: (id) => keysOf(id as CommandId)
    }
  }
}
