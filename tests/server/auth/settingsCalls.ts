import type { Row } from "./callTable.ts"

const write = 2

/** The settings calls (DECISIONS, Guards and navigation). Every signed-in user can read them; changes need Write on Subdomains. */
export const settingsCalls: Readonly<Record<string, Row>> = {
  "settings.profile": { needs: "session", path: "/settings/profile", answers: 200 },
  "settings.setLocksPerUnit": {
    needs: [9, write],
    method: "PUT",
    path: "/settings/update-locks-per-unit",
    body: { canHaveMultipleLocks: true },
    answers: 200
  },
  "settings.setHideLockCodes": {
    needs: [9, write],
    method: "PUT",
    path: "/settings/update-hide-lock-codes",
    body: { hideLockCodes: true },
    answers: 200
  },
  "settings.setDailyReport": {
    needs: [9, write],
    method: "PUT",
    path: "/settings/update-email-view-lock-codes-report",
    body: { emailViewLockCodesReport: true },
    answers: 200
  },
  "settings.setClientTimeout": {
    needs: [9, write],
    method: "PUT",
    path: "/settings/update-client-timeout?clientTimeout=28800000",
    answers: 200
  },
  "settings.setMobileTimeout": {
    needs: [9, write],
    method: "PUT",
    path: "/settings/update-mobile-timeout?mobileTimeout=60",
    answers: 200
  },
  "settings.setCompany": {
    needs: [9, write],
    method: "PUT",
    path: "/settings/update-company",
    body: { contactName: "Ann" },
    answers: 200
  },
  "settings.logOutAll": {
    needs: [9, write],
    method: "POST",
    path: "/companies/force-logout-company-users",
    // Malformed on purpose: the guard lets it through, but logging everyone out would end the matrix's own sessions.
    body: { userGroup: 4, userID: 2_147_483_647 },
    answers: [400, "Malformed"]
  }
}
