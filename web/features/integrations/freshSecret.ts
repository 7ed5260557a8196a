import { useSyncExternalStore } from "react"
import { atSessionEnd } from "#web/app/sessionLife.ts"

/** What a secret is of. */
export type Owner = `apiKey ${number}` | `webhook ${number}`

/** A secret in clear that this tab was just given. */
export interface FreshSecret {
  readonly secret: string
  /** The secret before it, where it was handed out with this one. */
  readonly old: string | null
  /** Tells it from later ones: the same or a smaller text than that of its owner as long as it is the current one. */
  readonly since: string
}

interface Held {
  readonly secrets: ReadonlyMap<Owner, FreshSecret>
  readonly rotating: ReadonlySet<Owner>
  /** Whose secret is to be shown by its screen, once its password dialog is answered. */
  readonly asked: Owner | null
}

const nothing: Held = { secrets: new Map(), rotating: new Set(), asked: null }

// In memory only, and for all screens: what is made is often shown nowhere else, so leaving a screen must not lose it.
let held = nothing
const listeners = new Set<() => void>()

const set = (next: Held): void => {
  held = next
  for (const listener of listeners) listener()
}

atSessionEnd(() => set(nothing))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The secrets that are held, and whose rotation is under way. */
export const useFreshSecrets = (): Held => useSyncExternalStore(subscribe, () => held)

/** Holds a secret until it is dismissed, or until the screen of its key takes it. */
export const keepFreshSecret = (owner: Owner, secret: FreshSecret): void =>
  set({ ...held, secrets: new Map([...held.secrets, [owner, secret]]) })

/** A secret was dismissed, or is held by its screen from now on. */
export const dropFreshSecret = (owner: Owner): void =>
  set({ ...held, secrets: new Map([...held.secrets].filter(([each]) => each !== owner)) })

/** Leaves a key's screen to ask for the password and show the secret; null takes that back. */
export const askToShow = (owner: Owner | null): void => set({ ...held, asked: owner })

/** What is said to a second rotation. */
export const stillRotating = "This secret is still being rotated."

/**
 * Rotates a secret, unless that is under way already: a second rotation would end the old secret that the first one promised.
 * False where nothing was done.
 */
export const rotateOnce = async (owner: Owner, work: () => Promise<void>): Promise<boolean> => {
  if (held.rotating.has(owner)) return false
  set({ ...held, rotating: new Set([...held.rotating, owner]) })
  try {
    await work()
    return true
  } finally {
    set({ ...held, rotating: new Set([...held.rotating].filter((each) => each !== owner)) })
  }
}
