import { useSearch } from "@tanstack/react-router"
import { TransferOfferScreen } from "#web/features/facilities/TransferOfferScreen.tsx"

/** /Account/FacilityTransfer?token= */
export const FacilityTransferRoute = () => {
  const { token = "" } = useSearch({ strict: false }) as { readonly token?: unknown }
  return (
    <>
      <h1>Facility transfer</h1>
      <TransferOfferScreen key={String(token)} token={String(token)} />
    </>
  )
}
