import { useQuery } from "@tanstack/react-query"
import { Navigate } from "@tanstack/react-router"
import { LockId, mustBeIdIn } from "#core/base/ids.ts"
import { lockBySerial } from "#web/app/lockQueries.ts"
import { ScreenLoading } from "#web/ui/ScreenLoading.tsx"
import { failureText } from "#web/app/failures.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { lockList } from "#web/sync/LockList.ts"
import { LockDetail } from "./LockDetail.tsx"
import { lockPath } from "./lockPath.ts"

/** A URL with a serial code: redirects to its lock. Eight digits that aren't a known serial code may still be an ID. */
export const LockBySerial = ({ serialCode }: { readonly serialCode: string }) => {
  const { data, error } = useQuery({
    queryKey: ["locks", "serial", serialCode] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<LockId | null> =>
      (lockList.bySerial(serialCode) ?? (await lockBySerial(serialCode, signal)))?.lockID ?? null
  })
  if (error !== null) return <p role="alert">{failureText(error)}</p>
  if (data === undefined) return <ScreenLoading />
  if (data !== null) return <Navigate to={lockPath(data)} replace />
  if (!serialCode.startsWith("0")) return <LockDetail lockID={mustBeIdIn(LockId, serialCode)} />
  return (
    <>
      <h1>Lock not found</h1>
      <p role="alert">Your company has no lock {serialCode}. Check the 8 digits on the lock.</p>
    </>
  )
}
