import { useSyncExternalStore } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { read, write } from "./storage.ts"

/** Who is signed in at this browser. The token is kept; the user is asked for anew by each page that is loaded. */
export interface SessionState {
  readonly token: string | null
  readonly user: LoggedInUser | null
}

/**
 * The session of this tab, for code outside React as well: the guard, the calls and the hub read it. Everything else of the
 * console keeps its state in the address, in a query or in a component (law 9).
 */
export class Session {
  #state: SessionState = { token: read("token"), user: null }
  readonly #listeners = new Set<() => void>()

  get token(): string | null {
    return this.#state.token
  }

  get user(): LoggedInUser | null {
    return this.#state.user
  }

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A sign-in, or a refreshed token. */
  begin(token: string, user: LoggedInUser): void {
    write("token", token)
    this.#set({ token, user })
  }

  /** What the server says of the user now. */
  know(user: LoggedInUser): void {
    this.#set({ ...this.#state, user })
  }

  /** Another tab signed in: its token is ours, its user is asked for. */
  adopt(token: string): void {
    this.#set({ token, user: null })
  }

  /** Nobody is signed in any more. */
  end(): void {
    write("token", null)
    this.leave()
  }

  /** Nobody is signed in at this tab any more; what is kept is another tab's. */
  leave(): void {
    this.#set({ token: null, user: null })
  }

  #set(state: SessionState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** The session of this tab. */
export const session = new Session()

/** The signed-in user, or null. */
export const useUser = (): LoggedInUser | null => useSyncExternalStore(session.subscribe, () => session.user)

/** The signed-in user, in a screen that the guard shows to nobody else. */
export const useSignedInUser = (): LoggedInUser => {
  const user = useUser()
  if (user === null) throw new Error("this screen stands behind the guard")
  return user
}
