import { getRouteApi } from "@tanstack/react-router"
import { BatchActivation } from "#web/features/bulk/BatchActivation.tsx"

const route = getRouteApi("/signed-in/bulk_activate/$batchID")

/** /bulk_activate/{batchID} */
export const BulkActivationRoute = () => {
  const { batchID } = route.useParams()
  return (
    <>
      <h1>Bulk activation</h1>
      <BatchActivation key={batchID} batchID={batchID} />
    </>
  )
}
