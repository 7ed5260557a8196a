import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { listUsers } from "#core/commands/placeCommands.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"

const normal = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ")

/** The active user a person named: by id, whole e-mail address or whole name. */
export const userOf = Effect.fnUntraced(function* (typed: string): Effect.fn.Return<TeamUser, unknown, ApiClient> {
  const { data: users } = yield* runOf(listUsers)({})
  const wanted = normal(typed)
  const found = users.filter(
    (user) => user.status && [String(user.userID), normal(user.email), normal(user.name)].includes(wanted)
  )
  const [user, ...others] = found
  if (user !== undefined && others.length === 0) return user
  return yield* Effect.fail(
    user === undefined
      ? new Failure({
          code: "RecipientNotFound",
          message: `No active user of your company is called '${typed}'.`,
          next: "See lockdesk users ls.",
          exit: exitCodes.notFound,
          field: "recipient"
        })
      : new Failure({
          code: "AmbiguousUser",
          message: `'${typed}' could be any of ${found.length} users.`,
          next: "Give the e-mail address.",
          exit: exitCodes.conflict,
          field: "recipient",
          candidates: found.map(({ userID, email, name }) => `${userID}  ${email}  ${name}`)
        })
  )
})
