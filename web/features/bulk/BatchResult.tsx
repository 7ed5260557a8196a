import { countText } from "#core/base/countText.ts"
import { countOf } from "#core/base/countOf.ts"
import { Link } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import type { JobId } from "#core/base/ids.ts"
import type { BulkLock } from "#core/jobs/Job.ts"
import { LockColor as Colors } from "#core/locks/lockColors.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { LockColor } from "#web/ui/LockColor.tsx"
import { Serial } from "#web/ui/Serial.tsx"
import { dateTime } from "#web/app/times.ts"
import type { BatchOutcome } from "./BatchActivation.tsx"

/** Most locks of a list to show; the job's page has all of them. */
const mostShown = 200

interface BatchResultProps {
  readonly outcome: BatchOutcome
  readonly onSupport: () => void
}

/** The outcome of each lock of the box (001 §8). */
export const BatchResult = ({ outcome, onSupport }: BatchResultProps) => {
  const { jobID, successLocks, unchangedLocks, errorLocks } = outcome
  const title = useRef<HTMLHeadingElement>(null)
  useCommands({ scope: "anywhere", handlers: { "bulk.support": onSupport } })
  // The pressed button is gone, so focus the result's title.
  useEffect(() => title.current?.focus(), [])
  const none = [successLocks, unchangedLocks, errorLocks].every(({ length }) => length === 0)
  return (
    <div className="bulk-result">
      <h2 ref={title} tabIndex={-1}>
        Activation Completed
      </h2>
      <p className="bulk-buttons">
        <CommandButton command="bulk.support">Contact Support</CommandButton>
        {jobID === null ? null : (
          <Link to={jobPath(jobID)} className="btn secondary" data-command="jobs.show">
            Show job {jobID}
          </Link>
        )}
      </p>
      {none ? (
        <section className="card bulk-body">
          <p>
            <strong>No Locks Found...</strong>
          </p>
          <p className="muted">None of this batch's locks are available to your company. Check the label on the box.</p>
        </section>
      ) : null}
      {successLocks.length === 0 ? null : (
        <LockGroup
          id="activated"
          title={`${countText(successLocks.length)} Locks successfully activated`}
          locks={successLocks}
          jobID={jobID}
        />
      )}
      {unchangedLocks.length === 0 ? null : (
        <LockGroup
          id="unchanged"
          title={`${countOf(unchangedLocks.length, "lock was", "locks were")} already active here`}
          locks={unchangedLocks}
          jobID={jobID}
        />
      )}
      {errorLocks.length === 0 ? null : (
        <LockGroup
          id="failed"
          title={`${countText(errorLocks.length)} Locks failed to activate`}
          locks={errorLocks}
          jobID={jobID}
        />
      )}
    </div>
  )
}

interface LockGroupProps {
  readonly id: string
  readonly title: string
  readonly locks: ReadonlyArray<BulkLock>
  readonly jobID: JobId | null
}

const LockGroup = ({ id, title, locks, jobID }: LockGroupProps) => (
  <section className="card" aria-labelledby={id}>
    <header>
      <h3 id={id}>{title}</h3>
    </header>
    <ul className="bulk-locks">
      {locks.slice(0, mostShown).map((lock) => (
        <li key={lock.serialCode}>
          {Colors.isId(lock.color) ? <LockColor color={lock.color} named={false} /> : null}
          <Serial code={lock.serialCode} />
          <Fate lock={lock} />
        </li>
      ))}
      {locks.length <= mostShown ? null : (
        <li className="muted">
          {locks.length - mostShown} more{jobID === null ? "" : ` on the page of job ${jobID}`}
        </li>
      )}
    </ul>
  </section>
)

/** A lock that is already active gets the documents' label; other errors show their own text. */
const Fate = ({ lock: { error, updatedOn } }: { readonly lock: BulkLock }) =>
  error === null ? (
    <span>Activated{updatedOn === null ? "" : ` at ${dateTime(updatedOn)}`}</span>
  ) : error.startsWith("This lock is already ") ? (
    <>
      <strong>Already Active</strong>
      <span className="muted">{error}</span>
    </>
  ) : (
    <span>{error}</span>
  )
