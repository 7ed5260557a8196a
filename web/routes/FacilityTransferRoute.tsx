import { getRouteApi } from "@tanstack/react-router"
import { TransferOfferScreen } from "#web/features/facilities/TransferOfferScreen.tsx"

const route = getRouteApi("/signed-in/Account/FacilityTransfer")

/** /Account/FacilityTransfer?token= */
export const FacilityTransferRoute = () => {
  const { token = "" } = route.useSearch()
  return (
    <>
      <h1>Facility transfer</h1>
      <TransferOfferScreen key={token} token={token} />
    </>
  )
}
