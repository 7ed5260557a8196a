import { roleTrials } from "./namingRoles.ts"
import type { Trials } from "./namingInputs.ts"

const put = (call: string, body?: object, query = "") =>
  [
    (id: number) => ({
      method: "PUT",
      path: `/settings/${call}?companyID=${id}${query}`,
      ...(body === undefined ? {} : { body })
    }),
    ({ companyID }: { readonly companyID: number }) => companyID
  ] as const

/** Trials of the settings and role inputs that name something. */
export const settingsTrials: Trials = {
  ...roleTrials,
  "settings.profile companyID": [(id) => ({ path: `/settings/profile?companyID=${id}` }), ({ companyID }) => companyID],
  "settings.setLocksPerUnit companyID": put("update-locks-per-unit", { canHaveMultipleLocks: true }),
  "settings.setHideLockCodes companyID": put("update-hide-lock-codes", { hideLockCodes: false }),
  "settings.setDailyReport companyID": put("update-email-view-lock-codes-report", { emailViewLockCodesReport: false }),
  "settings.setClientTimeout companyID": put("update-client-timeout", undefined, "&clientTimeout=28800000"),
  "settings.setMobileTimeout companyID": put("update-mobile-timeout", undefined, "&mobileTimeout=1440"),
  "settings.setCompany companyID": put("update-company", { contactName: "" }),
  "settings.logOutAll companyID": [
    (companyID) => ({
      method: "POST",
      path: "/companies/force-logout-company-users",
      body: { userGroup: 4, companyID }
    }),
    ({ companyID }) => companyID
  ],
  "settings.logOutAll userID": [
    (userID) => ({ method: "POST", path: "/companies/force-logout-company-users", body: { userGroup: 4, userID } }),
    ({ userID }) => userID
  ]
}
