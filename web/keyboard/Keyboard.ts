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
import { answersEnter, hasSelectedText, inDialog, inField, menuAt } from "./places.ts"

/** Longest pause between the keys of a sequence such as `g d`, in milliseconds. */
const patience = 1000

/** Commands that repeat while their key is held down. */
const repeating: ReadonlySet<string> = new Set<CommandId>([
  "lists.next",
  "lists.previous",
  "lists.pageDown",
  "lists.pageUp",
  "lists.selectDown",
  "lists.selectUp"
])

/** Keys of an unfinished sequence, and the commands it may become. */
export interface Waiting {
  readonly keys: string
  readonly commands: ReadonlyArray<BoundCommand>
}

/** A digit that is a command's key, held back while another digit could still turn both into a serial code. */
export interface ArmedDigit {
  readonly digit: string
  readonly command: CommandId
}

const isDigit = (chord: string): boolean => /^\d$/.test(chord)

/** Commands whose keys cancel an armed digit. */
const dropping = ["layer.close", "palette.open"] as const

/** The commands whose keys are active, innermost first. */
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
    // With several locks selected, a command acts on those, whether or not there is a current row.
    hasLock: layer.lock?.() != null || (layer.selected?.().count ?? 0) > 1
  }))
  return aliveCommands(bound, live)
}

/** A layer that doesn't use digits now leaves them to the lookup. */
const hearsKeysOf = (layer: Layer, id: CommandId): boolean => layer.digits?.() !== false || !keysOf(id).some(isDigit)

const modalInFront = (): boolean => center.live.at(-1)?.modal === true

/** How late a timer may be on a page that isn't busy, in milliseconds. */
const late = 50

/** The only key listener: turns key presses into commands (PRODUCT, Keys). */
export class Keyboard {
  #waiting: Waiting | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #armed: ArmedDigit | null = null
  /** The layer whose digit is armed. Only that one may run it. */
  #armedIn: Layer | undefined
  #armedTimer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  /** The unfinished sequence, or null. */
  readonly waiting = (): Waiting | null => this.#waiting

  /** The armed digit, or null. */
  readonly armed = (): ArmedDigit | null => this.#armed

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Handles a key in the capture phase, and ignores keys that belong to no command. */
  readonly press = (event: KeyboardEvent): void => {
    if (composes(event)) return
    const chord = chordOf(event, onMac())
    if (chord === null) return
    if (keptKeys.takes(event, chord)) return take(event)
    const wasArmed = this.#armed !== null
    if (this.#pressArmed(event, chord)) return
    // An armed digit that just ran may have moved the focus to the element this key is meant for.
    const target = wasArmed ? document.activeElement : event.target
    // A field behind a dialog can have the focus only for a moment. Keys are meant for the dialog in front.
    const field = inField(target) && (inDialog(target) || !modalInFront())
    const withMod = chord.startsWith("mod+")
    // In a dialog Esc closes the dialog. In a field of the page it only leaves the field (`leaveField`).
    if (field && !withMod && (chord !== "escape" || !modalInFront())) return this.#wait(null)
    // Menus, and dialogs outside the command center, handle their own keys.
    const menu = menuAt(target)
    if (!withMod && (menu !== null || (inDialog(target) && !modalInFront()))) {
      this.#wait(null)
      // Digits select nothing in a menu, so they start a lookup. A listbox is filtered by them.
      if (menu?.role === "menu" && !inDialog(target)) lookUpDigit(event, chord)
      return
    }
    if ((chord === "enter" || chord === "space") && answersEnter(target)) {
      // A key held too long presses a button once.
      if (event.repeat) take(event)
      return this.#wait(null)
    }
    if (chord === "mod+c" && hasSelectedText(target)) return
    if (this.#run(event, chord)) return
    if (!modalInFront() && keptKeys.takesForScreen(event, chord)) return take(event)
    lookUpDigit(event, chord)
  }

  /**
   * Handles a pointer press, or a key that isn't part of the choice, while a digit is armed. A reveal can't be undone,
   * so it isn't run, but its reason stays selected. Any other command runs first. Keys for a loading screen are dropped.
   */
  readonly interrupt = (): void => {
    keptKeys.forgetScreen()
    if (this.#armed === null) return
    if (headById(this.#armed.command)?.scope === "reveal") this.#disarm()
    else this.#fire()
  }

  /**
   * Makes Esc leave a field of the page, whatever else the field does with it, so that the next letter is a shortcut
   * and doesn't change the field. Runs after the field's own handler.
   */
  readonly leaveField = (event: KeyboardEvent): void => {
    const { target } = event
    if (composes(event) || event.key !== "Escape" || !(target instanceof HTMLElement)) return
    if (inField(target) && !inDialog(target)) target.blur()
  }

  /** Applies a key to an armed digit. Returns true if that used up the key. */
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
    if (chord === "backspace" || dropping.some((id) => keysOf(id).includes(chord))) this.#disarm()
    else this.interrupt()
    return false
  }

  #arm(digit: string, command: CommandId): void {
    this.#armed = { digit, command }
    this.#armedIn = center.live.find((layer) => layer.handlers[command] !== undefined)
    this.#awaitDigit(true)
    flushSync(() => this.#changed())
  }

  /**
   * Runs the armed digit if no second digit comes in time. If its timer is late, the page was busy. The second digit may not have
   * arrived yet, so it waits once more.
   */
  #awaitDigit(again: boolean): void {
    const latest = performance.now() + armedDigitMillis + late
    this.#armedTimer = setTimeout(() => {
      if (again && performance.now() > latest) this.#awaitDigit(false)
      else this.#fire()
    }, armedDigitMillis)
  }

  #disarm(): void {
    clearTimeout(this.#armedTimer)
    this.#armed = null
    this.#armedIn = undefined
    flushSync(() => this.#changed())
  }

  /** Runs the armed digit's command if its layer is still in front. */
  #fire(): void {
    const [armed, layer] = [this.#armed, this.#armedIn]
    this.#disarm()
    if (armed === null || layer === undefined || !center.live.includes(layer)) return
    flushSync(() => void center.perform(armed.command))
  }

  /**
   * Runs the chord as part of the pending sequence, or on its own, or waits for more keys. Returns true if it belongs
   * to a command.
   */
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
        else center.perform(answer.command.id as CommandId, {}, true)
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

/** Sends digits to the layer that expects a serial code, or opens the palette with them. */
const lookUp = (digits: string): void => {
  const field = center.live.find((layer) => layer.onDigits !== undefined)
  if (field?.onDigits === undefined) center.perform("palette.open", { input: { typed: digits } })
  else field.onDigits(digits)
}

/** A digit that is no command's key starts a lookup. */
const lookUpDigit = (event: KeyboardEvent, chord: string): void => {
  if (!isDigit(chord) || event.repeat || !keySettings().letters) return
  take(event)
  lookUp(chord)
}

/** Keeps the browser and the rest of the page from handling a command's key. */
const take = (event: KeyboardEvent): void => {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The keyboard of this tab. */
export const keyboard = new Keyboard()
