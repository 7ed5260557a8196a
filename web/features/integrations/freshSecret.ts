import { useSyncExternalStore } from "react"
import { atSessionEnd } from "#web/app/sessionLife.ts"

/** Owner of a secret. */
export type Owner = `apiKey ${number}` | `webhook ${number}`

/** A plain-text secret that this tab just received. */
export interface FreshSecret {
  readonly secret: string
  /** The previous secret, if it was returned with this one. */
  readonly old: string | null
  /** Orders it among rotations: equal to or greater than its owner's value while it is the current one. */
  readonly since: string
}

interface Held {
  readonly secrets: ReadonlyMap<Owner, FreshSecret>
  readonly rotating: ReadonlySet<Owner>
  /** Whose secret to show once the user has entered the password. */
  readonly asked: Owner | null
}

const nothing: Held = { secrets: new Map(), rotating: new Set(), asked: null }

// In memory only, and shared by all screens: a new secret is often shown nowhere else, so leaving a screen must not
// lose it.
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

/** The held secrets, and the rotations in progress. */
export const useFreshSecrets = (): Held => useSyncExternalStore(subscribe, () => held)

/** Holds a secret until it is dismissed or its screen takes it. */
export const keepFreshSecret = (owner: Owner, secret: FreshSecret): void =>
  set({ ...held, secrets: new Map([...held.secrets, [owner, secret]]) })

/** Drops a secret that was dismissed or that its screen has taken. */
export const dropFreshSecret = (owner: Owner): void =>
  set({ ...held, secrets: new Map([...held.secrets].filter(([each]) => each !== owner)) })

/** Asks the key's screen to request the password and show the secret. Null cancels that. */
export const askToShow = (owner: Owner | null): void => set({ ...held, asked: owner })

/** Message for a second rotation. */
export const stillRotating = "This secret is still being rotated."

/**
 * Rotates a secret unless a rotation is in progress: a second one would end the old secret earlier than the first one
 * promised. Returns false if it did nothing.
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
