import { armedDigitMillis } from "#core/commands/armedDigit.ts"
import { commandHeads } from "#core/commands/heads.ts"
import type { CommandId } from "#core/commands/registry.ts"
import { chordOf } from "./chord.ts"
import { keysOf } from "./keymap.ts"
import { onMac } from "./keysShown.ts"
import { typeKey } from "./typeKey.ts"

/** A wait for a part of the page, during which keys are buffered. */
export interface KeyHold {
  /** The part has loaded: replays the keys in order. */
  readonly release: () => void
  /** The part isn't coming: discards the keys typed for it. */
  readonly drop: () => void
}

interface Kept {
  readonly event: KeyboardEvent
  readonly chord: string
}

/** Named keys used in dialogs, menus or fields. All others are left to the browser. */
const named: ReadonlySet<string> = new Set(
  "enter space tab backspace delete arrowdown arrowup arrowleft arrowright home end pagedown pageup plus".split(" ")
)

/**
 * Whether a chord may be meant for the part being loaded. With Ctrl, Alt or Meta, only if it belongs to a command and
 * not to the browser.
 */
const isMeant = (chord: string): boolean => {
  if (commandHeads.some(({ id }) => keysOf(id as CommandId).includes(chord))) return true
  if (/(?:mod|ctrl|meta|alt)\+/.test(chord)) return false
  const key = chord.replace(/^shift\+(?=.)/u, "")
  return [...key].length === 1 || named.has(key)
}

/**
 * Buffers keys typed for a part of the page while it loads, and replays them in order once it is there. Keys typed
 * during the replay queue behind them. Esc cancels the wait.
 */
export class KeptKeys {
  #kept: ReadonlyArray<Kept> = []
  /** What to call if Esc cancels each wait. */
  #holds: ReadonlyArray<() => void> = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #typing = false
  #screen: KeyHold | undefined
  /** What to call if the keys for each loading part of the screen are discarded. */
  #awaited: ReadonlyArray<() => void> = []

  /** Starts buffering keys. Calls `onGivenUp` if Esc is pressed. */
  hold(onGivenUp: () => void): KeyHold {
    this.#holds = [...this.#holds, onGivenUp]
    const end = (): boolean => {
      const before = this.#holds
      this.#holds = before.filter((each) => each !== onGivenUp)
      return this.#holds.length < before.length
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

  /**
   * A screen loads its code or its data. Calls `onForgotten` when the keys typed for it are discarded. With `takesAll`, every key is
   * for it, also one that could run at once. Returns what to call once the screen has what it needs.
   */
  awaitScreen({ onForgotten = (): void => undefined, takesAll = false } = {}): () => void {
    this.#awaited = [...this.#awaited, onForgotten]
    if (takesAll) this.#screen ??= this.hold(() => this.forgetScreen())
    return () => {
      this.#awaited = this.#awaited.filter((each) => each !== onForgotten)
      if (this.#awaited.length > 0) return
      this.#screen?.release()
      this.#screen = undefined
    }
  }

  /** Discards the keys typed for the loading screen. */
  forgetScreen(): void {
    this.#screen?.drop()
    this.#screen = undefined
    for (const forgotten of this.#awaited) forgotten()
  }

  /**
   * Whether a key that nothing handles was buffered for the loading screen. Then so are all keys after it. Digits start a lookup on
   * every screen, and Tab and Space are for what is shown.
   */
  takesForScreen(event: KeyboardEvent, chord: string): boolean {
    if (this.#awaited.length === 0 || /^\d$|tab|space/.test(chord) || !isMeant(chord)) return false
    this.#screen ??= this.hold(() => this.forgetScreen())
    if (!this.#typing) return this.takes(event, chord)
    // The screen that was there led to another one, which gets this key and those after it.
    this.#kept = [{ event, chord }, ...this.#kept]
    return true
  }

  /** Whether a key was buffered or, as Esc, canceled the wait. */
  takes(event: KeyboardEvent, chord: string): boolean {
    if (this.#typing) return false
    const hold = this.#holds.at(-1)
    if (hold === undefined && this.#kept.length === 0) return false
    if (hold !== undefined && chord === "escape") {
      this.#kept = []
      hold()
      return true
    }
    if (chord !== "escape" && !isMeant(chord)) return false
    // Ignore the auto-repeat of the key that opened the part.
    const held = event.repeat && (chord === "enter" || chord === "space")
    if (!held) this.#kept = [...this.#kept, { event, chord }]
    return true
  }

  /** Replays keys that were typed when there was no page for them. */
  replay(events: ReadonlyArray<KeyboardEvent>): void {
    const typed = events.flatMap((event) => {
      const chord = chordOf(event, onMac())
      return chord === null ? [] : [{ event, chord }]
    })
    this.#kept = [...typed, ...this.#kept]
    this.#goOn()
  }

  /** Whether an Esc waits in the buffer for a wait that a key before it started. It cancels that wait. */
  #escapes(): boolean {
    const hold = this.#holds.at(-1)
    const at = this.#kept.findIndex(({ chord }) => chord === "escape")
    if (hold === undefined || at === -1) return false
    const after = this.#kept.slice(at + 1)
    hold()
    this.#kept = after
    return true
  }

  /** Replays the next key once the effects of the previous one are done. Stops if another part has to load. */
  #goOn(pause = 0): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#escapes()) return this.#goOn()
      const [next, then] = this.#kept
      if (this.#holds.length > 0 || next === undefined) return
      this.#kept = this.#kept.slice(1)
      this.#typing = true
      try {
        typeKey(next.event)
      } finally {
        this.#typing = false
        // If the digit stood alone when typed, let it run before the next key.
        const alone = then !== undefined && then.event.timeStamp - next.event.timeStamp > armedDigitMillis
        this.#goOn(alone && /^\d$/.test(next.chord) ? armedDigitMillis : 0)
      }
    }, pause)
  }
}

/** The key buffer of this tab. */
export const keptKeys = new KeptKeys()
