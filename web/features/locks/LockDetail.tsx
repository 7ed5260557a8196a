import "./locks.css"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useRouter } from "@tanstack/react-router"
import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from "react"
import type { LockId } from "#core/base/ids.ts"
import { seesStatus } from "#core/locks/lockRules.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { failureText } from "#web/app/failures.ts"
import { center } from "#web/app/CommandCenter.ts"
import { isPlainClick } from "#web/app/isPlainClick.ts"
import { lockQuery } from "#web/app/lockQueries.ts"
import { toastOnce } from "#web/app/notices.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { useTypedFor } from "#web/app/useTypedFor.ts"
import { lockList } from "#web/sync/LockList.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { ScreenLoading } from "#web/ui/ScreenLoading.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { LockEditor } from "./LockEditor.tsx"
import { LockLogs } from "./LockLogs.tsx"

const listPath = routeOf("locks.manage").path

/** Back to the previous screen, or to the list. */
const BackLink = () => {
  const router = useRouter()
  const back = (event: MouseEvent): void => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ href: listPath })
  }
  return (
    <a href={listPath} data-command="go.locks" className="back-link" onClick={back}>
      Back
    </a>
  )
}

/** One lock: its editable fields, its log (unless the user can't see the status, which it tells), and its combination behind a reveal (001 §2). */
export const LockDetail = ({ lockID }: { readonly lockID: LockId }) => {
  const user = useSignedInUser()
  const { data, error } = useQuery(lockQuery(lockID))
  useSyncExternalStore(lockList.subscribe, lockList.state)
  const navigate = useNavigate()
  const problem = error instanceof CallFailure ? error.problem?._tag : undefined
  const gone = problem === "LockNotFound"
  const denied = problem === "LockDetailDenied"
  const lock = gone || denied ? null : (data ?? lockList.lockOf(lockID) ?? null)
  const edited = useTypedFor(lock ?? undefined)
  const logs = useRef<HTMLElement>(null)
  useTitle(lock === null ? "Lock" : `Lock ${lock.serialCode}`)
  useEffect(() => {
    if (!denied) return
    toastOnce("warning", "Access Denied")
    void navigate({ to: listPath, replace: true })
  }, [denied, navigate])
  useCommands(
    {
      scope: "lock",
      lock: () => lock,
      handlers: {
        "locks.log": (given) => {
          const other = given.lock ?? lock
          if (other?.lockID === lockID && given.input === undefined) logs.current?.focus()
          else center.passOn("locks.log", given)
        }
      }
    },
    lock !== null
  )
  useEffect(() => center.changed(), [lock])

  if (denied) return null
  return (
    <>
      <BackLink />
      {edited === undefined ? (
        <Missing gone={gone} error={error} lockID={lockID} />
      ) : (
        <>
          <h1>
            Lock <Serial code={edited.serialCode} />
          </h1>
          {error === null ? null : lock === null ? (
            <ChangedMeanwhile happened={gone ? goneText(lockID) : failureText(error)} command={null} />
          ) : (
            <Stale error={error} />
          )}
          <LockEditor lock={edited} />
          {lock !== null && seesStatus(user) ? <LockLogs lockID={lockID} section={logs} /> : null}
        </>
      )}
    </>
  )
}

interface MissingProps {
  readonly gone: boolean
  readonly error: Error | null
  readonly lockID: LockId
}

const goneText = (lockID: LockId): string =>
  `There is no lock with the number ${lockID}, or you don't have access to its facility.`

const Missing = ({ gone, error, lockID }: MissingProps) => (
  <>
    <h1>{gone ? "Lock not found" : "Lock"}</h1>
    {gone ? (
      <p role="alert">{goneText(lockID)} To find it by its serial code, type the 8 digits.</p>
    ) : error === null ? (
      <ScreenLoading />
    ) : (
      <Stale error={error} />
    )}
  </>
)

/** Why the data shown may be outdated or missing, and what to do. */
const Stale = ({ error }: { readonly error: Error }) => (
  <p role="alert" className="lock-stale">
    {failureText(error)}
  </p>
)
