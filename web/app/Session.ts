import { useSyncExternalStore } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { actsForAnother } from "#core/auth/actingRules.ts"
import { CompanyId, idIn } from "#core/base/ids.ts"
import { read, readTab, write, writeTab } from "./storage.ts"

/** The signed-in user. The token is stored; each page load fetches the user. */
export interface SessionState {
  readonly token: string | null
  readonly user: LoggedInUser | null
  /** The company this tab acts for; null for the user's own. */
  readonly companyID: CompanyId | null
}

/** Parses a company ID; null if the text isn't one. */
export const companyIdOf = (text: string | null): CompanyId | null => (text === null ? null : idIn(CompanyId, text))

/** The company to send with a user's calls. */
const actedFor = (user: LoggedInUser): CompanyId | null => (actsForAnother(user) ? user.companyID : null)

/**
 * The session of this tab, readable outside React by the guard, the calls and the hub. All other state belongs in the
 * URL, a query or a component (law 9).
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

  get companyID(): CompanyId | null {
    return this.#state.companyID
  }

  readonly state = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Signs in, or continues with the same token. Another tab may have stored a newer one by now, which stays. */
  begin(token: string, user: LoggedInUser): void {
    if (token !== this.#state.token) write("token", token)
    this.#set({ token, user, companyID: actedFor(user) })
  }

  /** Replaces the token of the same session. The user and the company stay. */
  renew(token: string): void {
    write("token", token)
    this.#set({ ...this.#state, token })
  }

  /** Updates the user from a server response. */
  know(user: LoggedInUser): void {
    this.#set({ ...this.#state, user, companyID: actedFor(user) })
  }

  /** Another tab signed in: takes over its token. The user is fetched next. */
  adopt(token: string): void {
    this.#set({ ...this.#state, token, user: null })
  }

  /** Sets the company to act for; null for the user's own. The user is fetched next. */
  actFor(companyID: CompanyId | null): void {
    this.#set({ ...this.#state, user: null, companyID })
  }

  /** Signs out and deletes the stored token. */
  end(): void {
    write("token", null)
    this.leave()
  }

  /** Signs out this tab only. The stored token belongs to another tab. */
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

/** The signed-in user. Use it only on screens behind the guard. */
export const useSignedInUser = (): LoggedInUser => {
  const user = useUser()
  if (user === null) throw new Error("this screen stands behind the guard")
  return user
}
