import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { type Release, releaseKinds, releases } from "#core/automations/releaseActions.ts"
import type { AutomationProfile } from "#core/automations/AutomationProfile.ts"
import { setRelease } from "#core/commands/automationCommands.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { note, toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { useRefusal } from "#web/app/useRefusal.ts"
import { automationQuery } from "./automationQuery.ts"

/** Unsaved choices only. Values equal to the saved ones are left out. */
type Choices = Partial<Readonly<Record<Release, LockStatusId>>>

const savedOf = (saved: AutomationProfile, release: Release): LockStatusId => saved[releases[release].field]

const without = (choices: Choices, release: Release): Choices => {
  const { [release]: _, ...others } = choices
  return others
}

/** The form of the automatic status changes. Fields the user hasn't changed follow the saved values. */
export const useAutoLock = (saved: AutomationProfile) => {
  const client = useQueryClient()
  const [choices, setChoices] = useState<Choices>({})
  /** Saved values of the changed fields when the user changed them. */
  const [begun, setBegun] = useState<Choices>({})
  const [saving, setSaving] = useState(false)
  const [outdated, setOutdated] = useRefusal<AutomationProfile, true>(saved)
  const changed = releaseKinds.filter(
    (release) => (choices[release] ?? savedOf(saved, release)) !== savedOf(saved, release)
  )

  /** Sends only the changes, one call each (002 §7). Saved ones stay saved if a later call fails. */
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      for (const release of changed) {
        const status = choices[release] ?? savedOf(saved, release)
        const { data } = await call(setRelease(release, status, begun[release]))
        client.setQueryData(automationQuery().queryKey, data)
        // Keep the choice if the user changed it again during the save.
        setChoices((now) => (now[release] === status ? without(now, release) : now))
      }
      toast("success", "Successfully updated")
    } catch (error) {
      if (error instanceof CallFailure && error.problem?._tag === "SettingsChangedMeanwhile") return setOutdated(true)
      // No toast (002 §8); the notification list explains why the form still has unsaved changes.
      tellFailure(error, (kind, text, next) => note(kind, `Your automatic status changes weren't saved. ${text}`, next))
    } finally {
      setSaving(false)
      refresh(["automations", "audit"])
    }
  }

  // A choice whose response was lost is saved now, and must not come back when it is undone.
  useEffect(
    () =>
      setChoices((now) =>
        releaseKinds.reduce((left, each) => (left[each] === savedOf(saved, each) ? without(left, each) : left), now)
      ),
    [saved]
  )

  return {
    chosen: (release: Release): LockStatusId => choices[release] ?? savedOf(saved, release),
    dirty: changed.length > 0,
    /** Someone else saved a different value for a field with an unsaved change. */
    changedMeanwhile:
      changed.some((release) => begun[release] !== savedOf(saved, release)) ||
      (changed.length > 0 && outdated === true),
    saving,
    choose: (release: Release, status: LockStatusId): void => {
      const was = savedOf(saved, release)
      if (!changed.includes(release)) setBegun((now) => ({ ...now, [release]: was }))
      setChoices((now) => (status === was ? without(now, release) : { ...now, [release]: status }))
    },
    cancel: (): void => setChoices({}),
    save
  }
}
