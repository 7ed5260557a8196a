import type { Trials } from "./namingInputs.ts"

const companyID = ({ companyID: id }: { readonly companyID: number }): number => id

/** Trials of the companies inputs (see `namingInputs.ts`). */
export const companyTrials: Trials = {
  "companies.list companyID": [(id) => ({ path: `/companies?companyID=${id}` }), ({ companyID }) => companyID],
  "companies.ofLock companyID": [
    (id) => ({ path: `/companies/of-lock/00000000?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "companies.ofLock serialCode": [(_, serial) => ({ path: `/companies/of-lock/${serial}` }), () => 0, "77770001"],
  "companies.account companyID": [(id) => ({ path: `/companies/accounts/1?companyID=${id}` }), companyID],
  "companies.account id": [(id) => ({ path: `/companies/accounts/${id}` }), companyID],
  "companies.create companyID": [
    (id) => ({ method: "POST", path: `/companies/accounts?companyID=${id}`, body: {} }),
    companyID
  ],
  "companies.update companyID": [
    (id) => ({ method: "PUT", path: `/companies/accounts/1?companyID=${id}`, body: {} }),
    companyID
  ],
  "companies.update id": [(id) => ({ method: "PUT", path: `/companies/accounts/${id}`, body: {} }), companyID]
}
