import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Release, releaseKinds, releases } from "#core/automations/releaseActions.ts"
import type { AutomationProfile } from "#core/automations/AutomationProfile.ts"
import { setRelease } from "#core/commands/automationCommands.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { note, toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { automationQuery } from "./automationQuery.ts"

/** What was chosen and is not saved: nothing of what stands as it is saved. */
type Choices = Partial<Readonly<Record<Release, LockStatusId>>>

const savedOf = (saved: AutomationProfile, release: Release): LockStatusId => saved[releases[release].field]

const without = (choices: Choices, release: Release): Choices => {
  const { [release]: _, ...others } = choices
  return others
}

/** The form of the automatic status changes. What nobody has touched here follows what is saved. */
export const useAutoLock = (saved: AutomationProfile) => {
  const client = useQueryClient()
  const [choices, setChoices] = useState<Choices>({})
  const [saving, setSaving] = useState(false)
  const changed = releaseKinds.filter(
    (release) => (choices[release] ?? savedOf(saved, release)) !== savedOf(saved, release)
  )

  /** Only what was changed is sent, one call each (002 §7); what was saved stays so when another call fails. */
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      for (const release of changed) {
        const status = choices[release] ?? savedOf(saved, release)
        const { data } = await call(setRelease(release, status))
        client.setQueryData(automationQuery().queryKey, data)
        // Chosen anew meanwhile, it is to be saved again.
        setChoices((now) => (now[release] === status ? without(now, release) : now))
      }
      toast("success", "Successfully updated")
    } catch (error) {
      // No message (002 §8); whoever wonders why the form is as it was finds it among the notices.
      tellFailure(error, (kind, text, next) => note(kind, `Your automatic status changes weren't saved. ${text}`, next))
    } finally {
      setSaving(false)
      refresh(["automations", "audit"])
    }
  }

  return {
    chosen: (release: Release): LockStatusId => choices[release] ?? savedOf(saved, release),
    dirty: changed.length > 0,
    saving,
    choose: (release: Release, status: LockStatusId): void =>
      setChoices((now) => (status === savedOf(saved, release) ? without(now, release) : { ...now, [release]: status })),
    cancel: (): void => setChoices({}),
    save
  }
}
