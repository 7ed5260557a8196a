import type { Row } from "./callTable.ts"

/** The calls for transfers of facilities. 2 is write. */
export const transferCalls: Readonly<Record<string, Row>> = {
  "transfers.initiate": {
    needs: [5, 2, 6],
    only: [1, 2, 3, 4, 6, 10],
    method: "POST",
    path: "/facilities/initiate-facility-transfer",
    body: { facilityID: 999999, email: "somebody@elsewhere.example.com" },
    answers: [404, "FacilityNotFound"]
  },
  "transfers.cancel": {
    needs: [5, 2, 6],
    only: [1, 2, 3, 4, 6, 10],
    method: "DELETE",
    path: "/facilities/999999/transfer",
    answers: [404, "FacilityNotFound"]
  },
  "transfers.offer": {
    needs: [5, 2],
    path: "/facilities/facility-token?token=x",
    answers: [404, "TransferNotFound"]
  },
  "transfers.accept": {
    needs: [5, 2, 6],
    only: [4, 10],
    method: "POST",
    path: "/facilities/accept-facility-transfer",
    body: { token: "x" },
    answers: [404, "TransferNotFound"]
  }
}
