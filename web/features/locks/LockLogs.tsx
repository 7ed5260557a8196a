import { useQuery } from "@tanstack/react-query"
import type { RefObject } from "react"
import type { LockId } from "#core/base/ids.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { lockLogQuery } from "#web/app/lockQueries.ts"
import { logTime } from "#web/app/times.ts"
import { Kbd } from "#web/ui/Kbd.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { useKeysOf } from "#web/keyboard/keymap.ts"

interface LockLogsProps {
  readonly lockID: LockId
  /** Element to focus. */
  readonly section: RefObject<HTMLElement | null>
}

/** Log of a lock, newest first, times in UTC (001 §2). */
export const LockLogs = ({ lockID, section }: LockLogsProps) => {
  const { data, error } = useQuery(lockLogQuery(lockID))
  const [keys] = useKeysOf("locks.log")
  return (
    <section ref={section} tabIndex={-1} className="card lock-logs" aria-labelledby="lock-logs">
      <header>
        <h2 id="lock-logs">Lock Logs</h2>
        <span className="faint">times in UTC {keys === undefined ? null : <Kbd keys={keys} />}</span>
      </header>
      {data !== undefined && data.lines.length > 0 ? (
        <ol>
          {data.lines.map(({ logID, logDescription, createdOn }) => (
            <li key={logID}>
              <time dateTime={createdOn}>{logTime(createdOn)}</time>
              <span>{logDescription}</span>
            </li>
          ))}
          {data.more ? <li className="muted">Older entries: lockdesk locks log</li> : null}
        </ol>
      ) : (
        <div className="list-note muted">
          {data !== undefined ? (
            "No activity yet."
          ) : error === null ? (
            <LateLoading />
          ) : (
            <span role="alert">
              Couldn't load the log: {error instanceof CallFailure ? error.words.error : "something went wrong."}
            </span>
          )}
        </div>
      )}
    </section>
  )
}
