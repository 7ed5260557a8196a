import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react"
import type { FacilityId, LockId } from "#core/base/ids.ts"
import { facilityDrift } from "#core/commands/driftCommands.ts"
import type { FacilityDrift } from "#core/drift/Finding.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { failureText } from "#web/app/failures.ts"
import { useLife } from "#web/app/useLife.ts"
import { lockList } from "#web/sync/LockList.ts"
import { driftQuery } from "./driftQuery.ts"

/** Facilities to compare at the same time, because each may call its FMS. */
const atOnce = 4

/** The facility uses files only, so there is nothing to compare. */
const isByFile = (error: Error): boolean => error instanceof CallFailure && error.problem?._tag === "DriftNeedsUnits"

/** Result for one facility: its mismatches, or why it couldn't be compared. */
export interface Compared {
  readonly facility: Facility
  readonly drift: FacilityDrift | null
  readonly failure: string | null
}

/** The version of a lock: a fix is based on it. Null if the lock isn't listed. */
const lockNow = (lockID: LockId): string | null => lockList.lockOf(lockID)?.updatedOn ?? null

/** Locks with their versions. */
type Versions = ReadonlyMap<LockId, string | null>

const versionsOf = (lockIDs: Iterable<LockId>): Versions =>
  new Map(Array.from(lockIDs, (lockID) => [lockID, lockNow(lockID)]))

/** The locks in a facility's findings. */
const locksOf = (drift: FacilityDrift | null): ReadonlyArray<LockId> =>
  (drift?.data ?? []).flatMap(({ locks, fix }) => [
    ...locks.map(({ lockID }) => lockID),
    ...(fix.lockID === null ? [] : [fix.lockID])
  ])

/**
 * Compares facilities with their FMS, a few at a time, with progress. A facility is compared again when a lock changes
 * that is in one of its findings, or was in one: an undo brings the finding back.
 */
export const useDriftOfAll = (facilities: ReadonlyArray<Facility>) => {
  const client = useQueryClient()
  const [compared, setCompared] = useState<ReadonlyMap<FacilityId, Compared>>(new Map())
  const [running, setRunning] = useState(false)
  const seen = useRef(new Map<FacilityId, Versions>())
  const life = useLife()

  const compare = useCallback(
    async (facility: Facility, signal: AbortSignal): Promise<void> => {
      const { facilityID, managementSoftware } = facility
      const outcome = await call(facilityDrift(facilityID), { signal }).then(
        (drift): Compared => {
          client.setQueryData(driftQuery(facilityID, managementSoftware).queryKey, drift)
          return { facility, drift, failure: null }
        },
        (error: Error): Compared => ({ facility, drift: null, failure: isByFile(error) ? null : failureText(error) })
      )
      if (signal.aborted) return
      // A known lock keeps the version from before the comparison, so that a change during it isn't missed.
      const known = seen.current.get(facilityID) ?? []
      seen.current.set(facilityID, new Map([...versionsOf(locksOf(outcome.drift)), ...known]))
      setCompared((before) => new Map(before).set(facilityID, outcome))
    },
    [client]
  )

  const start = useCallback(async (): Promise<void> => {
    const { signal } = life.current
    setRunning(true)
    setCompared(new Map())
    seen.current.clear()
    const waiting = facilities.values()
    const work = async (): Promise<void> => {
      for (const facility of waiting) {
        if (signal.aborted) return
        await compare(facility, signal)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (!signal.aborted) setRunning(false)
  }, [facilities, compare])

  const { revision } = useSyncExternalStore(lockList.subscribe, lockList.state)
  useEffect(() => {
    for (const [facilityID, locks] of seen.current) {
      const facility = compared.get(facilityID)?.facility
      if (facility === undefined || [...locks].every(([lockID, was]) => lockNow(lockID) === was)) continue
      seen.current.set(facilityID, versionsOf(locks.keys()))
      void compare(facility, life.current.signal)
    }
  }, [revision, compared, compare])

  return { compared, running, start }
}
