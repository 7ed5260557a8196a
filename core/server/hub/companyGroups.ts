import { Schema } from "effect"
import { CompanyId, type UserId } from "#core/base/ids.ts"
import { HubMethodError } from "./hubErrors.ts"
import type { HubConnection } from "./HubConnection.ts"
import type { HubMethod, RequestFacts } from "./hubOptions.ts"
import type { HubUser } from "./HubSessions.ts"

/** The group of all users of a company. */
export const companyGroup = (companyID: CompanyId): string => `company:${companyID}`

/** The group of one user's connections within a company. */
export const companyUserGroup = (companyID: CompanyId, userID: UserId): string => `company:${companyID}:user:${userID}`

/** The group of one user's connections, whatever company they act for. */
export const userGroup = (userID: UserId): string => `user:${userID}`

/** The group of everyone who is signed in. */
export const everyone = "everyone"

/** The groups of a user's connection. */
const groupsOf = ({ companyID, userID }: HubUser): ReadonlyArray<string> => [
  companyGroup(companyID),
  companyUserGroup(companyID, userID),
  userGroup(userID),
  everyone
]

const LONGEST_TOKEN = 4096

/** The message of 000 section 8. */
const INVALID = "The token provided is expired or invalid."

const NO_COMPANY = "The company is not the id of one."

const isCompanyId = Schema.is(CompanyId)

const facts: RequestFacts = { step: "join", remoteAddress: undefined, origin: undefined, userAgent: undefined }

/**
 * The hub methods `joinCompanyGroup(token, companyID?)` and `leaveCompanyGroup(token)` (000 section 7). The token decides: a
 * connection receives events of the company of the token's session, or of the named one if its role may act for others; one
 * company at a time, and only as long as that session lives.
 */
export const makeCompanyGroups = (
  authenticate: (token: string, facts: RequestFacts, companyID?: CompanyId) => Promise<HubUser | null>
): { readonly joinCompanyGroup: HubMethod<HubUser>; readonly leaveCompanyGroup: HubMethod<HubUser> } => {
  const joined = new WeakMap<HubConnection<HubUser>, HubUser>()

  const userOf = async ([token, companyID]: ReadonlyArray<unknown>): Promise<HubUser> => {
    const usable = typeof token === "string" && token !== "" && token.length <= LONGEST_TOKEN
    if (companyID != null && !isCompanyId(companyID)) throw new HubMethodError(NO_COMPANY)
    const user = usable ? await authenticate(token, facts, companyID ?? undefined) : null
    if (user === null) throw new HubMethodError(INVALID)
    return user
  }

  const leave = (connection: HubConnection<HubUser>): void => {
    const user = joined.get(connection)
    if (user === undefined) return
    joined.delete(connection)
    for (const group of groupsOf(user)) connection.leaveGroup(group)
  }

  return {
    joinCompanyGroup: async (connection, args) => {
      const user = await userOf(args)
      if (!connection.bindSession(user.sessionId)) throw new HubMethodError(INVALID)
      leave(connection)
      joined.set(connection, user)
      for (const group of groupsOf(user)) connection.joinGroup(group)
    },
    leaveCompanyGroup: async (connection, args) => {
      const user = await userOf(args)
      if (joined.get(connection)?.sessionId === user.sessionId) leave(connection)
    }
  }
}
