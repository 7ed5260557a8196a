import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Problem, Words } from "#core/api/problem.ts"
import type { KeyScope } from "#core/commands/Command.ts"
import type { CommandHead, CommandId, InputById } from "#core/commands/registry.ts"
import { severalRefusal } from "#core/commands/severalLocks.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { commandBook } from "./commandBook.ts"
import { session } from "./Session.ts"

/** Input of a command. Anything absent comes from the screen's selection, or the user is asked for it. */
export interface Given<Id extends CommandId = CommandId> {
  readonly lock?: Lock
  readonly input?: InputById<Id>
}

/** Input of any command. */
export interface AnyGiven {
  readonly lock?: Lock
  readonly input?: Readonly<Record<string, unknown>>
}

/** Why a command can't run. There is no `problem` if it is only because several locks are selected. */
export interface Refusal {
  readonly allowed: false
  readonly problem?: Problem
  readonly words: Words
}

/** How a part of the screen handles a command. */
export type Handler<Id extends CommandId = CommandId> = (given: Given<Id>) => void

/** What one mounted part of the screen can handle, and what is selected in it. */
export interface Layer {
  readonly scope: KeyScope
  /** Part of a screen, and not of the frame around it. */
  readonly onScreen?: boolean
  /** A layer in front (a dialog, the palette). Layers behind it get no keys. */
  readonly modal?: boolean
  readonly handlers: { readonly [Id in CommandId]?: Handler<Id> }
  /** Shows why a command was refused, instead of the default toast. Returns true if it did. */
  readonly onRefused?: (command: CommandHead, why: Refusal, given: AnyGiven) => boolean
  /** Whether its single-digit keys are active now; if not, digits look up a lock. Defaults to true. */
  readonly digits?: () => boolean
  /** Receives digits typed anywhere on the screen, instead of the palette. For screens that expect a serial code. */
  readonly onDigits?: (digits: string) => void
  /** The lock that this part's commands apply to. */
  readonly lock?: () => Lock | null
  /** The locks selected in this part. */
  readonly selected?: () => SelectedLocks
  /** The rows selected in this part, with the commands for all of them; null if none. */
  readonly rows?: () => SelectedRows | null
}

/** Selected rows: how many of what, and the titles of commands while they act on all of them. */
export interface SelectedRows {
  /** `3 facilities`. */
  readonly heading: string
  /** `Test FMS of 3 facilities`. */
  readonly titles: Partial<Readonly<Record<CommandId, string>>>
}

/** Whether a command can run on the current selection, and if not, why. */
export type May = { readonly allowed: true } | Refusal

/** Selected locks: their number, and those already loaded. */
export interface SelectedLocks {
  readonly count: number
  /** How many are hidden by a search or a filter. */
  readonly hidden: number
  /** Evaluated lazily, because there may be a hundred thousand. */
  readonly locks: () => ReadonlyArray<Lock>
}

/** No locks selected. */
export const nothingSelected: SelectedLocks = { count: 0, hidden: 0, locks: () => [] }

/** Whether an input names its lock. */
const namesLock = (input: AnyGiven["input"]): boolean =>
  input?.["lockID"] !== undefined || input?.["serialCode"] !== undefined

/**
 * Dispatches commands. Buttons, menus, keys and the palette all `perform` a command by ID, and the most recently
 * mounted layer with a handler for it runs it. Commands without a handler go to `fallback`, which makes the command's
 * call or opens its route, and asks for missing input.
 */
export class CommandCenter {
  readonly #layers: Array<Layer> = []
  /** All layers, back to front. */
  readonly layers: ReadonlyArray<Layer> = this.#layers
  readonly #listeners = new Set<() => void>()
  #revision = 0
  /** Whether another screen is loading. The one still shown gets no more keys. */
  leaves = false
  /** Runs commands that no layer handles. */
  fallback: (command: CommandHead, given: AnyGiven) => void = () => undefined

  /** Adds a layer, which gets keys at once. Returns a function that removes it. Call `changed` after both. */
  add(layer: Layer): () => void {
    this.#layers.push(layer)
    return () => void this.#layers.splice(this.#layers.indexOf(layer), 1)
  }

  /** The layers that get keys, front to back, down to the first modal one. */
  get live(): ReadonlyArray<Layer> {
    const inFront = this.#layers.toReversed().filter(({ onScreen }) => !(this.leaves && onScreen === true))
    const modal = inFront.findIndex((layer) => layer.modal === true)
    return modal === -1 ? inFront : inFront.slice(0, modal + 1)
  }

  /** Whether a mounted layer handles a command. */
  handles(id: CommandId): boolean {
    return this.#layers.some((layer) => layer.handlers[id] !== undefined)
  }

  /** The locks a command would act on if several are selected; otherwise none. */
  get several(): SelectedLocks {
    for (const layer of this.#layers.toReversed()) {
      const selected = layer.selected?.()
      if (selected !== undefined && selected.count > 1) return selected
      if (layer.lock?.() != null) return nothingSelected
    }
    return nothingSelected
  }

  /** The selected rows of the frontmost layer that has some. */
  get rows(): SelectedRows | null {
    for (const layer of this.#layers.toReversed()) {
      const rows = layer.rows?.() ?? null
      if (rows !== null) return rows
    }
    return null
  }

  /** The lock a command would act on; null while several are selected. */
  get lock(): Lock | null {
    if (this.several.count > 1) return null
    for (const layer of this.#layers.toReversed()) {
      const lock = layer.lock?.()
      if (lock != null) return lock
    }
    return null
  }

  /** The locks a lock command acts on if several are selected and it is given none. */
  #severalFor(command: CommandHead, { lock, input }: AnyGiven): SelectedLocks {
    return command.subject === "lock" && lock === undefined && !namesLock(input) ? this.several : nothingSelected
  }

  /** Whether the user may run a command with this input, or on the selection if it names no lock, and if not, why. */
  availability(command: CommandHead, user: LoggedInUser | null = session.user, given: AnyGiven = {}): May {
    const words = severalRefusal(command, this.#severalFor(command, given).count)
    if (words !== null) return { allowed: false, words }
    const lock = given.lock ?? (namesLock(given.input) ? null : this.lock)
    return commandBook().availability(command, user, command.subject === "lock" ? lock : null)
  }

  /** Runs a command, also for its key. A refused command only shows the reason. */
  perform<Id extends CommandId>(id: Id, given: Given<Id> = {}, byKey = false): May {
    const command = commandBook().byId(id)
    if (command === undefined) throw new RangeError(`no command ${id}`)
    const several = this.#severalFor(command, given)
    const may = this.availability(command, session.user, given)
    if (!may.allowed) {
      const shown = this.#layers.some((layer) => layer.onRefused?.(command, may, given) === true)
      if (!shown) this.onRefused(command, may, byKey)
      return may
    }
    if (several.count > 1) {
      this.onSeveral(command, several, given.input ?? {})
      return may
    }
    const handler = this.#layers.toReversed().find((layer) => layer.handlers[id] !== undefined)?.handlers[id]
    if (handler === undefined) this.fallback(command, given)
    else handler(given)
    return may
  }

  /** Runs a command as if no layer handled it. */
  passOn<Id extends CommandId>(id: Id, given: Given<Id>): void {
    const command = commandBook().byId(id)
    if (command !== undefined) this.fallback(command, given)
  }

  /** Asks for a command's missing input for several locks, then calls `changeSeveral`. */
  onSeveral: (command: CommandHead, selected: SelectedLocks, input: Readonly<Record<string, unknown>>) => void = () =>
    undefined
  /** Runs a command with complete input on several locks. */
  changeSeveral: (command: CommandHead, selected: SelectedLocks, input: Readonly<Record<string, unknown>>) => void =
    () => undefined

  /** Shows why a command was refused. `byKey`: the user may already be typing its input. */
  onRefused: (command: CommandHead, why: Refusal, byKey: boolean) => void = () => undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Increases whenever the available commands may have changed. */
  readonly revision = (): number => this.#revision

  /** Call when something commands depend on changes: a layer, or a selection in one. */
  changed(): void {
    this.#revision += 1
    for (const listener of this.#listeners) listener()
  }
}

/** The command center of this tab. */
export const center = new CommandCenter()
