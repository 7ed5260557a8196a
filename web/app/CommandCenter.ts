import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Problem, Words } from "#core/api/problem.ts"
import type { KeyScope } from "#core/commands/Command.ts"
import type { CommandHead, CommandId, InputById } from "#core/commands/registry.ts"
import { severalRefusal } from "#core/commands/severalLocks.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { commandBook } from "./commandBook.ts"
import { session } from "./Session.ts"

/** What a command is run on and with; what is absent is taken from what the screen has selected, or asked for. */
export interface Given<Id extends CommandId = CommandId> {
  readonly lock?: Lock
  readonly input?: InputById<Id>
}

/** What any command is given, whichever it is. */
export interface AnyGiven {
  readonly lock?: Lock
  readonly input?: Readonly<Record<string, unknown>>
}

/** Why a command may not be run. There is no problem where it is only that several locks are selected. */
export interface Refusal {
  readonly allowed: false
  readonly problem?: Problem
  readonly words: Words
}

/** How a part of the screen carries out a command. */
export type Handler<Id extends CommandId = CommandId> = (given: Given<Id>) => void

/** What one mounted part of the screen can do, and what is selected in it. */
export interface Layer {
  readonly scope: KeyScope
  /** A layer in front (a dialog, the palette): what lies behind it hears no keys. */
  readonly modal?: boolean
  readonly handlers: { readonly [Id in CommandId]?: Handler<Id> }
  /** Shows itself why a command is refused, in place of the notice that says so otherwise. True when it did. */
  readonly onRefused?: (command: CommandHead, why: Refusal, given: AnyGiven) => boolean
  /** Whether its single-digit keys do something now; with false, digits look up a lock. True when absent. */
  readonly digits?: () => boolean
  /** Takes digits that are typed anywhere on the screen, in place of the palette: the screen asks for a serial code. */
  readonly onDigits?: (digits: string) => void
  /** The lock that commands of this part are about. */
  readonly lock?: () => Lock | null
  /** The locks that are selected in this part. */
  readonly selected?: () => SelectedLocks
  /** The rows that are selected in this part, and what acts on all of them; null where none are. */
  readonly rows?: () => SelectedRows | null
}

/** Rows that are selected: how many of what, and what the commands that act on all of them are called meanwhile. */
export interface SelectedRows {
  /** `3 facilities`. */
  readonly heading: string
  /** `Test FMS of 3 facilities`. */
  readonly titles: Partial<Readonly<Record<CommandId, string>>>
}

/** Whether a command may be run on what is selected now, and if not why. */
export type May = { readonly allowed: true } | Refusal

/** Locks that are selected: how many, and those of them that are known by now. */
export interface SelectedLocks {
  readonly count: number
  /** How many of them the list does not show: a search or a filter hides them. */
  readonly hidden: number
  /** Read when they are needed: there may be a hundred thousand. */
  readonly locks: () => ReadonlyArray<Lock>
}

/** No locks selected. */
export const nothingSelected: SelectedLocks = { count: 0, hidden: 0, locks: () => [] }

/** Whether an input names the lock it is about by itself. */
const namesLock = (input: AnyGiven["input"]): boolean =>
  input?.["lockID"] !== undefined || input?.["serialCode"] !== undefined

/**
 * Where every surface meets: buttons, menus, keys and the palette all `perform` a command by its id, and the part of the
 * screen that was mounted last and knows how carries it out. What no part carries out goes to the `fallback`, which runs the
 * command's call or goes to its address, asking for missing inputs.
 */
export class CommandCenter {
  readonly #layers: Array<Layer> = []
  readonly #listeners = new Set<() => void>()
  #revision = 0
  /** Carries out what no layer does. */
  fallback: (command: CommandHead, given: AnyGiven) => void = () => undefined

  /** A part of the screen appears; the answer takes it away again. */
  add(layer: Layer): () => void {
    this.#layers.push(layer)
    this.changed()
    return () => {
      this.#layers.splice(this.#layers.indexOf(layer), 1)
      this.changed()
    }
  }

  /** The layers that hear keys, the one in front first: nothing behind a modal one. */
  get live(): ReadonlyArray<Layer> {
    const inFront = this.#layers.toReversed()
    const modal = inFront.findIndex((layer) => layer.modal === true)
    return modal === -1 ? inFront : inFront.slice(0, modal + 1)
  }

  /** Whether some part of the screen carries a command out itself. */
  handles(id: CommandId): boolean {
    return this.#layers.some((layer) => layer.handlers[id] !== undefined)
  }

  /** The locks that a command would act on now, where several are selected; else none. */
  get several(): SelectedLocks {
    for (const layer of this.#layers.toReversed()) {
      const selected = layer.selected?.()
      if (selected !== undefined && selected.count > 1) return selected
      if (layer.lock?.() != null) return nothingSelected
    }
    return nothingSelected
  }

  /** The rows that are selected in the part in front that has some. */
  get rows(): SelectedRows | null {
    for (const layer of this.#layers.toReversed()) {
      const rows = layer.rows?.() ?? null
      if (rows !== null) return rows
    }
    return null
  }

  /** The lock that a command would act on now; null while several are selected. */
  get lock(): Lock | null {
    if (this.several.count > 1) return null
    for (const layer of this.#layers.toReversed()) {
      const lock = layer.lock?.()
      if (lock != null) return lock
    }
    return null
  }

  /** "May I, and if not, why?", on what is selected unless another lock is given. */
  availability(
    command: CommandHead,
    user: LoggedInUser | null = session.user,
    lock: Lock | null = this.lock,
    count: number = lock === null ? this.several.count : 0
  ): May {
    const words = severalRefusal(command, count)
    if (words !== null) return { allowed: false, words }
    return commandBook().availability(command, user, command.subject === "lock" ? lock : null)
  }

  /** Carries a command out. A refused one does nothing but give its reason. */
  perform<Id extends CommandId>(id: Id, given: Given<Id> = {}): May {
    const command = commandBook().byId(id)
    if (command === undefined) throw new RangeError(`no command ${id}`)
    const several =
      command.subject === "lock" && given.lock === undefined && !namesLock(given.input) ? this.several : nothingSelected
    const may = this.availability(command, session.user, given.lock ?? this.lock, several.count)
    if (!may.allowed) {
      if (!this.#layers.some((layer) => layer.onRefused?.(command, may, given) === true)) this.onRefused(command, may)
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

  /** Asks for what a command of several locks lacks, then hands it to `changeSeveral`. */
  onSeveral: (command: CommandHead, selected: SelectedLocks, input: Readonly<Record<string, unknown>>) => void = () =>
    undefined
  /** Carries out a command that lacks nothing on several locks. */
  changeSeveral: (command: CommandHead, selected: SelectedLocks, input: Readonly<Record<string, unknown>>) => void =
    () => undefined

  /** Says why a command was refused. */
  onRefused: (command: CommandHead, why: Refusal) => void = () => undefined

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Grows when what can be done has changed. */
  readonly revision = (): number => this.#revision

  /** Something that commands depend on has changed: a layer, or what is selected in one. */
  changed(): void {
    this.#revision += 1
    for (const listener of this.#listeners) listener()
  }
}

/** The command center of this tab. */
export const center = new CommandCenter()
