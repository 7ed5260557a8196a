import { actionLabel, type ReleaseActions, releaseKinds, releases } from "#core/automations/releaseActions.ts"
import type { Column } from "#cli/output/table.ts"

/** The release action for each kind of unit. */
export const releaseFacts: ReadonlyArray<Column<ReleaseActions>> = releaseKinds.map((release) => ({
  heading: releases[release].label,
  text: (actions) => actionLabel(release, actions[releases[release].field])
}))
