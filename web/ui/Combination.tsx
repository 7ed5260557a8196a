import "./Combination.css"
import { useEffect, useState } from "react"
import { withClient } from "#core/api/ApiClient.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockId } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { codesHidden, combinationMasked } from "#core/locks/lockRules.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { useSignedInUser } from "#web/app/Session.ts"

/** Whether this user sees '****' for a lock. For users who can't see the status, it must not depend on the status. */
export const isMasked = (user: LoggedInUser, status: Lock["secondaryLockStatus"]): boolean =>
  status === undefined ? codesHidden(user) : combinationMasked(user, status)

/** '****' with its icon (001 §6). */
export const Masked = () => (
  <span className="masked">
    <span className="code" aria-hidden="true">
      ****
    </span>
    <svg
      viewBox="0 0 20 20"
      width="1rem"
      height="1rem"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M3 3l14 14M8.200 5.300A8 8 0 0 1 18 10a11 11 0 0 1-2.400 3M5.500 6.500A11 11 0 0 0 2 10c1.500 3 4.500 5 8 5 1 0 2-.2 2.900-.5" />
    </svg>
    <span className="hidden">hidden</span>
  </span>
)

/**
 * The combination of a lock, or '****' if it is masked. This component requests it itself and is the only place that
 * holds it (law 8).
 */
export const Combination = ({ lock }: { readonly lock: Lock }) => {
  const user = useSignedInUser()
  return isMasked(user, lock.secondaryLockStatus) ? (
    <Masked />
  ) : (
    <Open key={`${lock.lockID} ${lock.updatedOn ?? ""}`} lockID={lock.lockID} />
  )
}

type Opened = { readonly code: string | null } | { readonly failure: string }

const Open = ({ lockID }: { readonly lockID: LockId }) => {
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(() => {
    const life = new AbortController()
    call(
      withClient((client) => client.locks.show({ params: { id: lockID }, query: {} })),
      { signal: life.signal }
    ).then(
      ({ data }) => (life.signal.aborted ? undefined : setOpened({ code: data.unlockCode })),
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        if (!life.signal.aborted) setOpened({ failure: error.words.error })
      }
    )
    return () => life.abort()
  }, [lockID])
  if (opened === null) return <span className="faint">...</span>
  if ("failure" in opened) return <span className="muted">{opened.failure}</span>
  return opened.code === null ? (
    <Masked />
  ) : (
    <span className="code" data-part="combination">
      {opened.code}
    </span>
  )
}
