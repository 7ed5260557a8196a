import { LockStatus, statusDot } from "#core/locks/lockStatuses.ts"

/** A lock status as word, shape and color. Vendors don't see it. */
export const Status = ({ status }: { readonly status: number | undefined }) =>
  status === undefined || !LockStatus.isId(status) ? (
    <span className="faint">--</span>
  ) : (
    <span className={`st ${statusDot(status)}`}>
      <span>{LockStatus.label(status)}</span>
    </span>
  )
