import { armedDigitMillis } from "#core/commands/armedDigit.ts"
import { commandHeads } from "#core/commands/heads.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { keysOf } from "./keymap.ts"
import { typeKey } from "./typeKey.ts"

/** A wait that keeps keys: it ends with what was waited for, or without it. */
export interface KeyHold {
  /** What was waited for is there: it is given the keys, in order. */
  readonly release: () => void
  /** It is not coming: the keys that were typed for it are forgotten. */
  readonly drop: () => void
}

interface Kept {
  readonly event: KeyboardEvent
  readonly chord: string
}

/** Keys by name that do something in a dialog, a menu or a field; every other one is the browser's. */
const named: ReadonlySet<string> = new Set(
  "enter space tab backspace delete arrowdown arrowup arrowleft arrowright home end pagedown pageup plus".split(" ")
)

/** Whether a chord may be meant for what is still loading. With Ctrl, Alt or Meta only what is a command's, not what is the browser's. */
const isMeant = (chord: string): boolean => {
  if (commandHeads.some(({ id }) => keysOf(id as CommandId).includes(chord))) return true
  if (/(?:mod|ctrl|meta|alt)\+/.test(chord)) return false
  const key = chord.replace(/^shift\+(?=.)/u, "")
  return [...key].length === 1 || named.has(key)
}

/**
 * Keys that are typed for a part of the page while it is loading. They are kept in order and typed again once it is there; those
 * that are typed meanwhile wait behind them. Esc gives the part up.
 */
export class KeptKeys {
  #kept: ReadonlyArray<Kept> = []
  #holds: ReadonlyArray<symbol> = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #typing = false
  readonly #givenUp = new Map<symbol, () => void>()

  /** Keeps what is typed from now on. `onGivenUp`: Esc was pressed meanwhile. */
  hold(onGivenUp: () => void): KeyHold {
    const hold = Symbol()
    this.#holds = [...this.#holds, hold]
    this.#givenUp.set(hold, onGivenUp)
    const end = (): boolean => {
      if (!this.#givenUp.delete(hold)) return false
      this.#holds = this.#holds.filter((each) => each !== hold)
      return true
    }
    return {
      release: () => {
        if (end()) this.#goOn()
      },
      drop: () => {
        if (end()) this.#kept = []
      }
    }
  }

  /** Whether a key is kept, or was used up by giving up what it would have been kept for. */
  takes(event: KeyboardEvent, chord: string): boolean {
    if (this.#typing) return false
    const hold = this.#holds.at(-1)
    if (hold === undefined && this.#kept.length === 0) return false
    if (hold !== undefined && chord === "escape") {
      this.#kept = []
      this.#givenUp.get(hold)?.()
      return true
    }
    if (chord !== "escape" && !isMeant(chord)) return false
    // A key that is held down, for what opened the part, is not one for the part.
    const held = event.repeat && (chord === "enter" || chord === "space")
    if (!held) this.#kept = [...this.#kept, { event, chord }]
    return true
  }

  /** Types the next key once everything that came of the one before has happened, until another part has to be waited for. */
  #goOn(pause = 0): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const [next, then] = this.#kept
      if (this.#holds.length > 0 || next === undefined) return
      this.#kept = this.#kept.slice(1)
      this.#typing = true
      try {
        typeKey(next.event)
      } finally {
        this.#typing = false
        // A digit that stood alone is carried out before the next key, as it was when it was typed.
        const alone = then !== undefined && then.event.timeStamp - next.event.timeStamp > armedDigitMillis
        this.#goOn(alone && /^\d$/.test(next.chord) ? armedDigitMillis : 0)
      }
    }, pause)
  }
}

/** The keys that this tab keeps. */
export const keptKeys = new KeptKeys()
