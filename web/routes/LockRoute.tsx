import { getRouteApi } from "@tanstack/react-router"
import { LockBySerial } from "#web/features/locks/LockBySerial.tsx"
import { LockDetail } from "#web/features/locks/LockDetail.tsx"

const route = getRouteApi("/signed-in/locks/$lockID")

/** /locks/{lockID}: the ID of a lock, or its serial code */
export const LockRoute = () => {
  const { lockID } = route.useParams()
  return typeof lockID === "string" ? (
    <LockBySerial key={lockID} serialCode={lockID} />
  ) : (
    <LockDetail key={lockID} lockID={lockID} />
  )
}
