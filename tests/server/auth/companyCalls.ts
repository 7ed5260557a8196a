import type { Row } from "./callTable.ts"

const siteLevel = [1, 2, 3, 6]
const keepers = [1, 2]

/** The head-office calls (DECISIONS, Roles). */
export const companyCalls: Readonly<Record<string, Row>> = {
  "companies.list": { needs: "session", only: siteLevel, path: "/companies", answers: 200 },
  "companies.account": {
    needs: "session",
    only: siteLevel,
    path: "/companies/accounts/999999",
    answers: [404, "CompanyNotFound"]
  },
  "companies.create": {
    needs: "session",
    only: keepers,
    method: "POST",
    path: "/companies/accounts",
    body: { companyName: "", ownerFirstName: "", ownerLastName: "", ownerEmail: "" },
    answers: [422, "CompanyRefused"]
  },
  "companies.update": {
    needs: "session",
    only: keepers,
    method: "PUT",
    path: "/companies/accounts/999999",
    body: {},
    answers: [404, "CompanyNotFound"]
  },
  "companies.ofLock": {
    needs: [1, 1],
    only: siteLevel,
    path: "/companies/of-lock/99999999",
    answers: [404, "LockNotFound"]
  }
}
