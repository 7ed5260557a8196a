import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"

const s = LockStatus.id

/** What a lock may become when an unlock code is delivered (002 §3, §5), besides staying as it is. */
export const becomes = [s.Available, s.ReturnedToDropbox, s.TenantUsingLock] as const

/**
 * Units whose unlock codes are delivered, by the status of their lock (001 §4): the field of the profile that says what becomes
 * of the lock then, and what it may say. The status itself means that it is not changed (002 §5).
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

/** A kind of unit that an unlock code is delivered for: newly rented, or overlocked. */
export type Release = keyof typeof releases

/** The part of a company's automations that says what becomes of its locks. */
export type ReleaseActions = { readonly [R in Release as (typeof releases)[R]["field"]]: LockStatusId }

/** Every kind, in the order of the screen (002 §2). */
export const releaseKinds = Object.keys(releases) as ReadonlyArray<Release>

/** A release action as it is chosen: a status, or that of the lock itself with '(Don't Change)' (002 §5; ledger C363, C364). */
export const actionLabel = (release: Release, action: LockStatusId): string =>
  action === releases[release].status ? `${LockStatus.label(action)} (Don't Change)` : LockStatus.label(action)

/** The status of a lock after its unlock code was delivered: by the release action of its own, otherwise what it was (001 §4). */
export const statusAfterDelivery = (actions: ReleaseActions, status: LockStatusId): LockStatusId => {
  const release = releaseKinds.find((kind) => releases[kind].status === status)
  return release === undefined ? status : actions[releases[release].field]
}
