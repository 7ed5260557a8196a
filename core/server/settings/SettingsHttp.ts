import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Malformed } from "#core/api/ApiErrors.ts"
import { Api } from "#core/api/Api.ts"
import { Session } from "#core/api/Guard.ts"
import type { SettingsChange } from "#core/settings/CompanySettings.ts"
import { allLoggedOut } from "#core/settings/logOutAllWords.ts"
import { savedWords } from "#core/settings/settingsRules.ts"
import { locksPerUnit, type SettingName } from "#core/settings/settingsTable.ts"
import { succeeded } from "#core/base/paging.ts"
import { CompaniesSettings, type SettingsChanged } from "./CompaniesSettings.ts"

/** A field that identifies the caller must match the session. */
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
    const changed = Effect.fnUntraced(function* (
      name: SettingName,
      change: SettingsChange,
      was: SettingsChange | undefined
    ) {
      const { user } = yield* Session
      const done = yield* settings.change(user, change, was ?? {})
      return answer(savedWords(name, done.after), done)
    })
    const locksOf = ({ canHaveMultipleLocks }: { readonly canHaveMultipleLocks: boolean }) => ({
      numberOfLocks: canHaveMultipleLocks ? locksPerUnit.several : locksPerUnit.limited
    })
    return handlers.handleAll({
      profile: Effect.fnUntraced(function* () {
        const { user } = yield* Session
        return succeeded(yield* settings.profile(user))
      }),
      setLocksPerUnit: ({ payload: { was, ...change } }) =>
        changed("limit-one-lock", locksOf(change), was && locksOf(was)),
      setHideLockCodes: ({ payload: { was, ...change } }) => changed("hide-codes", change, was),
      setDailyReport: ({ payload: { was, ...change } }) => changed("daily-report", change, was),
      setClientTimeout: ({ query: { clientTimeout, was } }) =>
        changed("web-timeout", { clientTimeout }, was === undefined ? was : { clientTimeout: was }),
      setMobileTimeout: ({ query: { mobileTimeout, was } }) =>
        changed("mobile-timeout", { mobileTimeout }, was === undefined ? was : { mobileTimeout: was }),
      setCompany: Effect.fnUntraced(function* ({ payload: { was = {}, ...change } }) {
        const { user } = yield* Session
        return answer("Company details updated", yield* settings.change(user, change, was))
      }),
      logOutAll: Effect.fnUntraced(function* ({ payload }) {
        const session = yield* Session
        yield* mustBe("companyID", payload.companyID, session.user.companyID)
        yield* mustBe("userID", payload.userID, session.user.userID)
        return { success: true as const, message: allLoggedOut, data: yield* settings.logOutAll(session) }
      })
    })
  })
)
