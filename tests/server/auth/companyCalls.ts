import type { Row } from "./callTable.ts"

const siteLevel = [1, 2, 3, 6]

/** The calls of the head office (DECISIONS, Roles). */
export const companyCalls: Readonly<Record<string, Row>> = {
  "companies.list": { needs: "session", only: siteLevel, path: "/companies", answers: 200 },
  "companies.ofLock": {
    needs: [1, 1],
    only: siteLevel,
    path: "/companies/of-lock/99999999",
    answers: [404, "LockNotFound"]
  }
}
