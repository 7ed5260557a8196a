import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"

const s = LockStatus.id

/** The statuses a lock can change to when an unlock code is delivered (002 §3, §5). */
export const becomes = [s.Available, s.ReturnedToDropbox, s.TenantUsingLock] as const

/**
 * Units whose unlock codes are delivered, by the status of their lock (001 §4): the profile field with the release
 * action, and its allowed values. The status itself means no change (002 §5).
 */
export const releases = {
  vacant: {
    status: s.AssignedVacant,
    field: "vacantReleaseAction",
    label: "Vacant units",
    actions: [...becomes, s.AssignedVacant]
  },
  overlock: {
    status: s.AssignedOverlock,
    field: "overlockReleaseAction",
    label: "Overlock units",
    actions: [...becomes, s.AssignedOverlock]
  }
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly status: LockStatusId
      readonly field: `${string}ReleaseAction`
      readonly label: string
      readonly actions: ReadonlyArray<LockStatusId>
    }
  >
>

/** A kind of unit whose unlock code is delivered: newly rented, or overlocked. */
export type Release = keyof typeof releases

/** The release actions among a company's automations. */
export type ReleaseActions = { readonly [R in Release as (typeof releases)[R]["field"]]: LockStatusId }

/** Both kinds, in the order of the screen (002 §2). */
export const releaseKinds = Object.keys(releases) as ReadonlyArray<Release>

/** The label of a release action: a status, or the lock's own status with '(Don't Change)' (002 §5; ledger C363, C364). */
export const actionLabel = (release: Release, action: LockStatusId): string =>
  action === releases[release].status ? `${LockStatus.label(action)} (Don't Change)` : LockStatus.label(action)

/** A lock's status after its unlock code was delivered: by its release action, or unchanged (001 §4). */
export const statusAfterDelivery = (actions: ReleaseActions, status: LockStatusId): LockStatusId => {
  const release = releaseKinds.find((kind) => releases[kind].status === status)
  return release === undefined ? status : actions[releases[release].field]
}
