import { useParams } from "@tanstack/react-router"
import { BatchActivation } from "#web/features/bulk/BatchActivation.tsx"

/** /bulk_activate/{batchID} */
export const BulkActivationRoute = () => {
  const { batchID = "" } = useParams({ strict: false }) as { readonly batchID?: string }
  return (
    <>
      <h1>Bulk activation</h1>
      <BatchActivation key={batchID} batchID={batchID} />
    </>
  )
}
