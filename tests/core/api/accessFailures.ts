import type { Problem } from "#core/api/problem.ts"
import * as Auth from "#core/auth/AuthErrors.ts"

/** The failures of permissions, roles and plans (see `words.test.ts`). */
export const accessFailures: ReadonlyArray<readonly [Problem, number, string]> = [
  [
    new Auth.AccessDenied({ data: { area: 13, level: 1 } }),
    403,
    "Insufficient Permissions: this needs Read on Reports."
  ],
  [
    new Auth.AccessDenied({ data: { area: 5, level: 2, byKey: true } }),
    403,
    "Insufficient Permissions: this API key needs Write on Facilities."
  ],
  [
    new Auth.RoleNotAllowed({ data: { roles: [1, 2] } }),
    403,
    "Insufficient Permissions: this needs the role Super Admin or Site Admin."
  ],
  [
    new Auth.RoleNotAllowed({ data: { roles: [1] } }),
    403,
    "Insufficient Permissions: this needs the role Super Admin."
  ],
  [
    new Auth.RoleNotAllowed({ data: { roles: [1, 2, 3, 4, 5, 6, 7, 9, 10] } }),
    403,
    "Insufficient Permissions: this needs a role other than Vendor."
  ],
  [
    new Auth.RoleNotAllowed({ data: { roles: [1, 2, 3] } }),
    403,
    "Insufficient Permissions: this needs the role Super Admin, Site Admin, or Site Personnel."
  ],
  [new Auth.FeatureNotIncluded({ data: { feature: 8, access: 2 } }), 403, "Your plan does not include Reports."],
  [
    new Auth.FeatureNotIncluded({ data: { feature: 8, access: 2, turnedOff: true } }),
    403,
    "Your plan includes Reports, but it is turned off."
  ],
  [
    new Auth.FeatureNotIncluded({ data: { feature: 8, access: 2, turnedOff: true, actingFor: "Birch Storage" } }),
    403,
    "The plan of Birch Storage includes Reports, but it is turned off."
  ],
  [
    new Auth.FeatureNotIncluded({ data: { feature: 8, access: 2, turnedOff: true, suspended: true } }),
    403,
    "Your plan includes Reports, but the subscription is suspended."
  ],
  [
    new Auth.FeatureNotIncluded({ data: { feature: 8, access: 2, actingFor: "Birch Storage" } }),
    403,
    "The plan of Birch Storage does not include Reports."
  ],
  [new Auth.NotForApiKeys(), 403, "API keys can't make this call."]
]
