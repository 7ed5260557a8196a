import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Malformed } from "#core/api/ApiErrors.ts"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import type { SettingsChange } from "#core/settings/CompanySettings.ts"
import { allLoggedOut } from "#core/settings/logOutAllWords.ts"
import { savedWords } from "#core/settings/settingsRules.ts"
import { locksPerUnit, type SettingName } from "#core/settings/settingsTable.ts"
import { CompaniesSettings, type SettingsChanged } from "./CompaniesSettings.ts"

/** A fact of the body that says who is meant may only say what the session says. */
const mustBe = (path: string, given: number | undefined, own: number) =>
  given === undefined || given === own
    ? Effect.void
    : // Every call declares Malformed.
      Effect.die(new Malformed({ data: { issues: [{ path, message: "Expected your own, or leave it out" }] } }))

export const SettingsHttp = HttpApiBuilder.group(
  Api,
  "settings",
  Effect.fn(function* (handlers) {
    const settings = yield* CompaniesSettings
    const answer = (message: string, { before, after, unchanged }: SettingsChanged) => ({
      success: true as const,
      message,
      ...(unchanged ? { unchanged } : {}),
      data: after,
      before
    })
    const changed = Effect.fnUntraced(function* (name: SettingName, change: SettingsChange) {
      const { user } = yield* Session
      const done = yield* settings.change(user, change)
      return answer(savedWords(name, done.after), done)
    })
    return handlers.handleAll({
      profile: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return { success: true as const, data: yield* settings.profile(user) }
      }),
      setLocksPerUnit: ({ payload: { canHaveMultipleLocks } }) =>
        changed("limit-one-lock", {
          numberOfLocks: canHaveMultipleLocks ? locksPerUnit.several : locksPerUnit.limited
        }),
      setHideLockCodes: ({ payload }) => changed("hide-codes", payload),
      setDailyReport: ({ payload }) => changed("daily-report", payload),
      setClientTimeout: ({ query: { clientTimeout } }) => changed("web-timeout", { clientTimeout }),
      setMobileTimeout: ({ query: { mobileTimeout } }) => changed("mobile-timeout", { mobileTimeout }),
      setCompany: Effect.fnUntraced(function* ({ payload: { was = {}, ...change } }) {
        const { user } = yield* Session
        return answer("Company details updated", yield* settings.changeDetails(user, change, was))
      }),
      logOutAll: Effect.fnUntraced(function* ({ payload }) {
        const session = yield* Session
        yield* mustBe("companyID", payload.companyID, session.user.companyID)
        yield* mustBe("userID", payload.userID, session.user.userID)
        const ended = yield* settings.logOutAll(session)
        return { success: true as const, message: allLoggedOut, data: { ended } }
      })
    })
  })
)
