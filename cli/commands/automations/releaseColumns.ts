import { actionLabel, type ReleaseActions, releaseKinds, releases } from "#core/automations/releaseActions.ts"
import type { Column } from "#cli/output/table.ts"

/** What becomes of the locks of each kind of units. */
export const releaseFacts: ReadonlyArray<Column<ReleaseActions>> = releaseKinds.map((release) => ({
  heading: releases[release].label,
  text: (actions) => actionLabel(release, actions[releases[release].field])
}))
