import { flushSync } from "react-dom"
import { armedDigitMillis } from "#core/commands/armedDigit.ts"
import { center, type Layer } from "#web/app/CommandCenter.ts"
import { headById } from "#core/commands/headById.ts"
import { commandHeads } from "#core/commands/heads.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { aliveCommands, type BoundCommand, resolve } from "./alive.ts"
import { chordOf, composes, isCharacters } from "./chord.ts"
import { keySettings, keysOf } from "./keymap.ts"
import { keptKeys } from "./KeptKeys.ts"
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

/** A single digit that was pressed as the key of a command, while another digit can still make both a serial code. */
export interface ArmedDigit {
  readonly digit: string
  readonly command: CommandId
}

const isDigit = (chord: string): boolean => /^\d$/.test(chord)

/** Commands whose keys drop an armed digit; every other key carries its command out first. */
const dropping = ["layer.close", "palette.open"] as const

/** What of the keys is alive now, the innermost first. */
export const aliveNow = (): ReadonlyArray<BoundCommand> => {
  const { letters } = keySettings()
  const bound = commandHeads.map(({ id, scope, does }) => ({
    id,
    scope,
    view: does.view === true,
    always: id === "palette.open",
    keys: letters ? keysOf(id as CommandId) : keysOf(id as CommandId).filter((keys) => !isCharacters(keys))
  }))
  const live = center.live.map((layer) => ({
    scope: layer.scope,
    modal: layer.modal === true,
    handles: (id: string) => layer.handlers[id as CommandId] !== undefined && hearsKeysOf(layer, id as CommandId),
    hasLock: layer.lock?.() != null
  }))
  return aliveCommands(bound, live)
}

/** A part that has nothing to do with a digit now leaves it to the lookup. */
const hearsKeysOf = (layer: Layer, id: CommandId): boolean => layer.digits?.() !== false || !keysOf(id).some(isDigit)

const modalInFront = (): boolean => center.live.at(-1)?.modal === true

/** The one listener for keys: it turns what is pressed into commands (PRODUCT, Keys). */
export class Keyboard {
  #waiting: Waiting | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #armed: ArmedDigit | null = null
  /** The part of the screen whose digit is armed: no other one carries it out. */
  #armedIn: Layer | undefined
  #armedTimer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  /** The sequence under way, or null. */
  readonly waiting = (): Waiting | null => this.#waiting

  /** The digit that is armed, or null. */
  readonly armed = (): ArmedDigit | null => this.#armed

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Hears a key before anything else of the page does, and leaves alone what is none of a command's keys. */
  readonly press = (event: KeyboardEvent): void => {
    if (composes(event)) return
    const chord = chordOf(event, onMac())
    if (chord === null) return
    if (keptKeys.takes(event, chord)) return take(event)
    const wasArmed = this.#armed !== null
    if (this.#pressArmed(event, chord)) return
    // A digit that was just carried out may have moved the focus to where this key belongs.
    const target = wasArmed ? document.activeElement : event.target
    // A field behind a dialog has the focus for a moment at most: what is typed is meant for what is in front.
    const field = inField(target) && (inDialog(target) || !modalInFront())
    const withMod = chord.startsWith("mod+")
    // In a dialog Esc closes the dialog; a field of the page it only leaves (`leaveField`).
    if (field && !withMod && (chord !== "escape" || !modalInFront())) return this.#wait(null)
    // Menus, and dialogs that are no part of the command center, answer their own keys.
    if (!withMod && (inMenu(target) || (inDialog(target) && !modalInFront()))) {
      this.#wait(null)
      // None of them is chosen by a digit: it is the next caller's.
      if (inMenu(target) && !inDialog(target)) lookUpDigit(event, chord)
      return
    }
    if ((chord === "enter" || chord === "space") && answersEnter(target)) return this.#wait(null)
    if (chord === "mod+c" && hasSelectedText(target)) return
    if (this.#run(event, chord)) return
    lookUpDigit(event, chord)
  }

  /**
   * A pointer went down. What cannot be taken back, a reveal, is not carried out behind it: its reason stays chosen. Everything
   * else is carried out before what is pressed now.
   */
  readonly point = (): void => {
    if (this.#armed === null) return
    if (headById(this.#armed.command)?.scope === "reveal") this.#disarm()
    else this.#fire()
  }

  /**
   * Esc in a field of the page leaves it, whatever else the field does with it, so that the next letter is a key again and
   * changes nothing in the field. Hears the key behind the field itself.
   */
  readonly leaveField = (event: KeyboardEvent): void => {
    const { target } = event
    if (composes(event) || event.key !== "Escape" || !(target instanceof HTMLElement)) return
    if (inField(target) && !inDialog(target)) target.blur()
  }

  /** What a key does to an armed digit. True when the key was used up by that. */
  #pressArmed(event: KeyboardEvent, chord: string): boolean {
    const armed = this.#armed
    if (armed === null) return false
    if (isDigit(chord)) {
      take(event)
      if (event.repeat) return true
      this.#disarm()
      lookUp(armed.digit + chord)
      return true
    }
    if (chord === "enter") {
      take(event)
      this.#fire()
      return true
    }
    if (dropping.some((id) => keysOf(id).includes(chord))) this.#disarm()
    else this.#fire()
    return false
  }

  #arm(digit: string, command: CommandId): void {
    this.#armed = { digit, command }
    this.#armedIn = center.live.find((layer) => layer.handlers[command] !== undefined)
    this.#armedTimer = setTimeout(() => this.#fire(), armedDigitMillis)
    flushSync(() => this.#changed())
  }

  #disarm(): void {
    clearTimeout(this.#armedTimer)
    this.#armed = null
    this.#armedIn = undefined
    flushSync(() => this.#changed())
  }

  /** Carries out what the armed digit stands for, if the part of the screen that it was pressed in is still in front. */
  #fire(): void {
    const [armed, layer] = [this.#armed, this.#armedIn]
    this.#disarm()
    if (armed === null || layer === undefined || !center.live.includes(layer)) return
    flushSync(() => void center.perform(armed.command))
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
        if (event.repeat && !repeating.has(answer.command.id)) return true
        if (isDigit(keys)) this.#arm(keys, answer.command.id as CommandId)
        else center.perform(answer.command.id as CommandId)
        return true
    }
  }

  #wait(waiting: Waiting | null): void {
    clearTimeout(this.#timer)
    if (waiting !== null) this.#timer = setTimeout(() => this.#wait(null), patience)
    if (waiting === this.#waiting) return
    this.#waiting = waiting
    this.#changed()
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Digits are for the part of the screen that asks for a serial code, else for the palette, which opens with them in it. */
const lookUp = (digits: string): void => {
  const field = center.live.find((layer) => layer.onDigits !== undefined)
  if (field?.onDigits === undefined) center.perform("palette.open", { input: { typed: digits } })
  else field.onDigits(digits)
}

/** A digit that is nobody's key begins a lookup. */
const lookUpDigit = (event: KeyboardEvent, chord: string): void => {
  if (!isDigit(chord) || event.repeat || !keySettings().letters) return
  take(event)
  lookUp(chord)
}

/** The key is a command's: neither the browser nor anything of the page does anything else with it. */
const take = (event: KeyboardEvent): void => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The keyboard of this tab. */
export const keyboard = new Keyboard()
