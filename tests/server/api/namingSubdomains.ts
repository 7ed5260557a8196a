import { companyTrials } from "./namingCompanies.ts"
import type { Trials } from "./namingInputs.ts"

const companyID = ({ companyID: id }: { readonly companyID: number }): number => id
const facilityID = ({ facilityID: id }: { readonly facilityID: number }): number => id

/** Trials of the subdomain and account inputs that name something (see `namingInputs.ts`). */
export const subdomainTrials: Trials = {
  ...companyTrials,
  "subdomains.list companyID": [(id) => ({ path: `/companies/subdomains?companyID=${id}` }), companyID],
  "subdomains.create companyID": [
    (id) => ({
      method: "POST",
      path: `/companies/subdomains?companyID=${id}`,
      body: { displayName: "", subdomainUrl: "" }
    }),
    companyID
  ],
  "subdomains.create facilityIDs": [
    (id) => ({
      method: "POST",
      path: "/companies/subdomains",
      body: { displayName: "Ours", subdomainUrl: "ours", facilityIDs: [id] }
    }),
    facilityID
  ],
  "subdomains.update companyID": [
    (id) => ({ method: "PUT", path: `/companies/subdomains?companyID=${id}`, body: { id: 1 } }),
    companyID
  ],
  "subdomains.update facilityIDs": [
    (id) => ({ method: "PUT", path: "/companies/subdomains", body: { id: 1, facilityIDs: [id] } }),
    facilityID
  ],
  "subdomains.checkUrl companyID": [
    (id) => ({ path: `/companies/subdomains/validate-url?url=free&companyID=${id}` }),
    companyID
  ],
  "subdomains.uploadLogo companyID": [
    (id) => ({ method: "POST", path: `/companies/subdomains/upload-logo?subdomainId=1&companyID=${id}` }),
    companyID
  ]
}

/** Subdomain inputs that these trials skip, and why. */
export const harmlessOfSubdomains: Readonly<Record<string, string>> = {
  "subdomains.update id": "another company's is tried in subdomains.test.ts",
  "subdomains.checkUrl subdomainId": "the same",
  "subdomains.uploadLogo subdomainId": "another company's is tried in logos.test.ts"
}
