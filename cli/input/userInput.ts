import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { listUsers } from "#core/commands/placeCommands.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { runOf } from "#core/commands/runOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure } from "#cli/output/Failure.ts"

const normal = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, " ")

const notFound = {
  active: { code: "RecipientNotFound", field: "recipient" },
  everybody: { code: "UserNotFound", field: "userID" }
} as const

/** Finds a user by id, email address or full name. Only active ones, unless `among` is "everybody". */
export const userOf = Effect.fnUntraced(function* (
  typed: string,
  among: "active" | "everybody" = "active"
): Effect.fn.Return<TeamUser, unknown, ApiClient> {
  const { data: users } = yield* runOf(listUsers)({})
  const wanted = normal(typed)
  const found = users.filter(
    (user) =>
      (user.status || among === "everybody") &&
      [String(user.userID), normal(user.email), normal(user.name)].includes(wanted)
  )
  const [user, ...others] = found
  if (user !== undefined && others.length === 0) return user
  return yield* Effect.fail(
    user === undefined
      ? new Failure({
          ...notFound[among],
          message: `No ${among === "active" ? "active " : ""}user in your company matches '${typed}'.`,
          next: among === "active" ? "See lockdesk users ls." : "See lockdesk users ls --all.",
          exit: exitCodes.notFound
        })
      : new Failure({
          code: "AmbiguousUser",
          message: `'${typed}' could be any of ${found.length} users.`,
          next: "Use the email address.",
          exit: exitCodes.conflict,
          field: notFound[among].field,
          candidates: found.map(({ userID, email, name }) => `${userID}  ${email}  ${name}`)
        })
  )
})
