import type { Trials } from "./namingInputs.ts"

const run = "/facilities/run-integration-tests"
const results = "/facilities/integration-test-results"

/** Trials of the FMS test inputs that name something. */
export const fmsTrials: Trials = {
  "fms.lastResults companyID": [
    (id) => ({ path: `/facilities/last-integration-test-result-for-user?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "fms.test companyID": [
    (id) => ({ method: "POST", path: `${run}?companyID=${id}`, body: { facilityIDs: ["ours"] } }),
    ({ companyID }) => companyID
  ],
  "fms.test facilityIDs": [
    (id) => ({ method: "POST", path: run, body: { facilityIDs: [id] } }),
    ({ facilityID }) => facilityID
  ],
  "fms.run id": [(id) => ({ path: `/facilities/integration-test-runs/${id}` }), ({ runID }) => runID],
  "fms.run companyID": [
    (id) => ({ path: `/facilities/integration-test-runs/1?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "fms.results companyID": [(id) => ({ path: `${results}?companyID=${id}` }), ({ companyID }) => companyID],
  "fms.results runID": [(id) => ({ path: `${results}?runID=${id}` }), ({ runID }) => runID],
  "fms.results facilityID": [(id) => ({ path: `${results}?facilityID=${id}` }), ({ facilityID }) => facilityID],
  "fms.validate companyID": [
    (id) => ({ method: "POST", path: `/auth/validate-fms?companyID=${id}`, body: { managementSoftware: 2 } }),
    ({ companyID }) => companyID
  ],
  "fms.validate facilityID": [
    (facilityID) => ({ method: "POST", path: "/auth/validate-fms", body: { facilityID, managementSoftware: 2 } }),
    ({ facilityID }) => facilityID
  ]
}

/** FMS connection inputs that name nothing of a company, and why. */
export const fmsHarmless: Readonly<Record<string, string>> = {
  "facilities.add externalFacilityId": "the FMS vendor's own id of a facility, sent to the vendor as it is",
  "facilities.add apiFacilityID": "the same",
  "facilities.update externalFacilityId": "the same",
  "facilities.update apiFacilityID": "the same",
  "fms.validate externalFacilityId": "the FMS vendor's own id of a facility, sent to the vendor as it is",
  "fms.validate apiFacilityID": "the same"
}
