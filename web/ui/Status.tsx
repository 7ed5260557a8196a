import { LockStatus, statusDot } from "#core/locks/lockStatuses.ts"

/** A lock status by word, shape and color; vendors are shown none. */
export const Status = ({ status }: { readonly status: number | undefined }) =>
  status === undefined || !LockStatus.isId(status) ? (
    <span className="faint">--</span>
  ) : (
    <span className={`st ${statusDot(status)}`}>
      <span>{LockStatus.label(status)}</span>
    </span>
  )
