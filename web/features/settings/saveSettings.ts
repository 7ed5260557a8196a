import { changeSettings, setSetting, takeBackSettings } from "#core/commands/settingsCommands.ts"
import type { SettingsChange } from "#core/settings/CompanySettings.ts"
import type { ChangedSettings } from "#core/settings/SettingsApi.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { queries } from "#web/app/queries.ts"
import { refresh } from "#web/app/refresh.ts"
import { rememberBack } from "#web/app/takeBack.ts"
import type { ChangedBy } from "#web/app/useEdits.ts"
import { settingsQuery } from "./settingsQuery.ts"

/**
 * Saves a change to the settings `was`, updates the cache at once and registers the undo. Returns null if it failed: after
 * calling `outdated` if someone else changed the settings since, else after showing the error.
 */
export const saveSettings = async (
  title: string,
  change: SettingsChange,
  was: SettingsChange,
  outdated: (by: ChangedBy) => void
): Promise<ChangedSettings | null> => {
  try {
    const answer = await call(changeSettings(change, was))
    queries.setQueryData(settingsQuery().queryKey, answer.data)
    const back = takeBackSettings(answer)
    if (back !== null) rememberBack(title, setSetting.touches, back)
    return answer
  } catch (error) {
    if (error instanceof CallFailure && error.problem?._tag === "SettingsChangedMeanwhile") outdated(error.problem.data)
    else tellFailure(error)
    return null
  } finally {
    refresh(setSetting.touches)
  }
}
