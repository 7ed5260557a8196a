import type { Row } from "./callTable.ts"

/** The calls for FMS connections and addresses. 1 is read, 2 is write. */
export const fmsCalls: Readonly<Record<string, Row>> = {
  "facilities.addresses": {
    needs: [5, 2],
    only: [1, 2, 3, 4, 6, 10],
    path: "/facilities/addresses?text=x",
    answers: 200
  },
  "fms.lastResults": { needs: [5, 1], path: "/facilities/last-integration-test-result-for-user", answers: 200 },
  "fms.test": {
    needs: [5, 2],
    method: "POST",
    path: "/facilities/run-integration-tests",
    body: {},
    answers: [422, "FmsNothingToTest"]
  },
  "fms.run": {
    needs: [5, 1],
    path: "/facilities/integration-test-runs/999999",
    answers: [404, "FmsRunNotFound"]
  },
  "fms.results": { needs: [5, 1], path: "/facilities/integration-test-results", answers: 200 },
  "fms.validate": {
    needs: [5, 2],
    method: "POST",
    path: "/auth/validate-fms",
    body: { managementSoftware: 0 },
    answers: 200
  }
}
