import type { Trials } from "./namingInputs.ts"

/** Trials of the inputs of facility transfers that name something. */
export const transferTrials: Trials = {
  "transfers.initiate companyID": [
    (companyID) => ({
      method: "POST",
      path: "/facilities/initiate-facility-transfer",
      body: { companyID, facilityID: 1, email: "a@b.example.com" }
    }),
    ({ companyID }) => companyID
  ],
  "transfers.initiate facilityID": [
    (facilityID) => ({
      method: "POST",
      path: "/facilities/initiate-facility-transfer",
      body: { facilityID, email: "a@b.example.com" }
    }),
    ({ facilityID }) => facilityID
  ],
  "transfers.cancel companyID": [
    (id) => ({ method: "DELETE", path: `/facilities/1/transfer?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "transfers.cancel id": [
    (id) => ({ method: "DELETE", path: `/facilities/${id}/transfer` }),
    ({ facilityID }) => facilityID
  ],
  "transfers.offer companyID": [
    (id) => ({ path: `/facilities/facility-token?token=x&companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "transfers.accept companyID": [
    (id) => ({ method: "POST", path: `/facilities/accept-facility-transfer?companyID=${id}`, body: { token: "x" } }),
    ({ companyID }) => companyID
  ]
}
