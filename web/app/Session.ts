import { useSyncExternalStore } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { actsForAnother } from "#core/auth/actingRules.ts"
import { read, readTab, write, writeTab } from "./storage.ts"

/** Who is signed in at this browser. The token is kept; the user is asked for anew by each page that is loaded. */
export interface SessionState {
  readonly token: string | null
  readonly user: LoggedInUser | null
  /** The company that this tab's calls name: one that is acted for; null is the user's own. */
  readonly companyID: number | null
}

/** The id of a company in a text, or null. */
export const companyIdOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null

/** The company that calls of a user name. */
const actedFor = (user: LoggedInUser): number | null => (actsForAnother(user) ? user.companyID : null)

/**
 * The session of this tab, for code outside React as well: the guard, the calls and the hub read it. Everything else of the
 * console keeps its state in the address, in a query or in a component (law 9).
 */
export class Session {
  #state: SessionState = { token: read("token"), user: null, companyID: companyIdOf(readTab("company")) }
  readonly #listeners = new Set<() => void>()

  get token(): string | null {
    return this.#state.token
  }

  get user(): LoggedInUser | null {
    return this.#state.user
  }

  get companyID(): number | null {
    return this.#state.companyID
  }

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A sign-in. */
  begin(token: string, user: LoggedInUser): void {
    write("token", token)
    this.#set({ token, user, companyID: actedFor(user) })
  }

  /** A new token of the same session: the user, and the company that is acted for, stay. */
  renew(token: string): void {
    write("token", token)
    this.#set({ ...this.#state, token })
  }

  /** What the server says of the user now. */
  know(user: LoggedInUser): void {
    this.#set({ ...this.#state, user, companyID: actedFor(user) })
  }

  /** Another tab signed in: its token is ours, its user is asked for. */
  adopt(token: string): void {
    this.#set({ ...this.#state, token, user: null })
  }

  /** The company to act for once the server says who is signed in; null is the user's own. */
  actFor(companyID: number | null): void {
    this.#set({ ...this.#state, user: null, companyID })
  }

  /** Nobody is signed in any more. */
  end(): void {
    write("token", null)
    this.leave()
  }

  /** Nobody is signed in at this tab any more; what is kept is another tab's. */
  leave(): void {
    this.#set({ token: null, user: null, companyID: null })
  }

  #set(state: SessionState): void {
    writeTab("company", state.companyID === null ? null : String(state.companyID))
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
