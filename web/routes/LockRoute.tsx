import { useParams } from "@tanstack/react-router"
import { LockBySerial } from "#web/features/locks/LockBySerial.tsx"
import { LockDetail } from "#web/features/locks/LockDetail.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"

/** /locks/{lockID} */
export const LockRoute = () => {
  const { lockID = "" } = useParams({ strict: false }) as { readonly lockID?: string }
  if (/^\d{8}$/.test(lockID)) return <LockBySerial key={lockID} serialCode={lockID} />
  return /^[1-9]\d{0,9}$/.test(lockID) ? <LockDetail key={lockID} lockID={Number(lockID)} /> : <NotFoundScreen />
}
