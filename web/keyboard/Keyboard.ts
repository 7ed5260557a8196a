import { center } from "#web/app/CommandCenter.ts"
import { type CommandId, commands } from "#core/commands/registry.ts"
import { aliveCommands, type BoundCommand, resolve } from "./alive.ts"
import { chordOf, composes, isCharacters } from "./chord.ts"
import { keySettings, keysOf } from "./keymap.ts"
import { onMac } from "./keysShown.ts"
import { answersEnter, hasSelectedText, inDialog, inField, inMenu } from "./places.ts"

/** How long the next key of `g d` may take, in milliseconds. */
const patience = 1000

/** Commands whose keys may be held down. */
const repeating: ReadonlySet<string> = new Set<CommandId>([
  "lists.next",
  "lists.previous",
  "lists.pageDown",
  "lists.pageUp",
  "lists.selectDown",
  "lists.selectUp"
])

/** Keys typed of a sequence so far, and what they can still become. */
export interface Waiting {
  readonly keys: string
  readonly commands: ReadonlyArray<BoundCommand>
}

/** What of the keys is alive now, the innermost first. */
export const aliveNow = (): ReadonlyArray<BoundCommand> => {
  const { letters } = keySettings()
  const bound = commands.map(({ id, scope, does }) => ({
    id,
    scope,
    view: does.view === true,
    always: id === "palette.open",
    keys: letters ? keysOf(id as CommandId) : keysOf(id as CommandId).filter((keys) => !isCharacters(keys))
  }))
  const live = center.live.map((layer) => ({
    scope: layer.scope,
    modal: layer.modal === true,
    handles: (id: string) => layer.handlers[id as CommandId] !== undefined,
    hasLock: layer.lock?.() != null
  }))
  return aliveCommands(bound, live)
}

const modalInFront = (): boolean => center.live.at(-1)?.modal === true

/** The one listener for keys: it turns what is pressed into commands (PRODUCT, Keys). */
export class Keyboard {
  #waiting: Waiting | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  /** The sequence under way, or null. */
  readonly waiting = (): Waiting | null => this.#waiting

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Hears a key before anything else of the page does, and leaves alone what is none of a command's keys. */
  readonly press = (event: KeyboardEvent): void => {
    if (composes(event)) return
    const chord = chordOf(event, onMac())
    if (chord === null) return
    const { target } = event
    // A field behind a dialog has the focus for a moment at most: what is typed is meant for what is in front.
    const field = inField(target) && (inDialog(target) || !modalInFront())
    const withMod = chord.startsWith("mod+")
    if (field && !withMod && chord !== "escape") return this.#wait(null)
    // Menus, and dialogs that are no part of the command center, answer their own keys.
    if (!withMod && (inMenu(target) || (inDialog(target) && !modalInFront()))) return this.#wait(null)
    if ((chord === "enter" || chord === "space") && answersEnter(target)) return this.#wait(null)
    if (chord === "mod+c" && hasSelectedText(target)) return
    if (this.#run(event, chord)) return
    if (/^\d$/.test(chord) && !event.repeat && keySettings().letters) {
      take(event)
      center.perform("palette.open", { input: { typed: chord } })
    }
  }

  /** Forgets a sequence under way. */
  stop(): void {
    this.#wait(null)
  }

  /** Runs or awaits what the chord comes to behind those before it, else by itself. True when it was one of a command's. */
  #run(event: KeyboardEvent, chord: string): boolean {
    const alive = aliveNow()
    const before = this.#waiting
    const [keys, answer] = [before === null ? [] : [`${before.keys} ${chord}`], chord]
      .flat()
      .map((each) => [each, resolve(each, alive)] as const)
      .find(([, { kind }]) => kind !== "nothing") ?? [chord, { kind: "nothing" } as const]
    switch (answer.kind) {
      case "nothing":
        this.#wait(null)
        return false
      case "waits":
        take(event)
        this.#wait(event.repeat ? before : { keys, commands: answer.commands })
        return true
      case "run":
        take(event)
        this.#wait(null)
        if (!event.repeat || repeating.has(answer.command.id)) center.perform(answer.command.id as CommandId)
        return true
    }
  }

  #wait(waiting: Waiting | null): void {
    clearTimeout(this.#timer)
    if (waiting !== null) this.#timer = setTimeout(() => this.#wait(null), patience)
    if (waiting === this.#waiting) return
    this.#waiting = waiting
    for (const listener of this.#listeners) listener()
  }
}

/** The key is a command's: neither the browser nor anything of the page does anything else with it. */
const take = (event: KeyboardEvent): void => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The keyboard of this tab. */
export const keyboard = new Keyboard()
