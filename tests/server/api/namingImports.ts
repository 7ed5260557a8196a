import type { Trials } from "./namingInputs.ts"

/** Calls about one import: the rest of their address, and what they are sent with. */
const steps = {
  show: { method: "GET", rest: "", body: undefined },
  rows: { method: "GET", rest: "/rows", body: undefined },
  errors: { method: "GET", rest: "/errors", body: undefined },
  map: { method: "PUT", rest: "/mapping", body: { mapping: [] } },
  fix: { method: "PUT", rest: "/rows/2", body: { cells: [{ column: 0, text: "x" }] } },
  commit: { method: "POST", rest: "/commit", body: undefined },
  resume: { method: "POST", rest: "/resume", body: undefined },
  cancel: { method: "POST", rest: "/cancel", body: undefined }
} as const

/** Calls that begin one; none of these requests leads to a vendor. */
const begun = {
  upload: { path: "/facilities/import-csv?managementSoftware=0&", body: undefined },
  viaStorableEdge: { path: "/facilities/import-facilities-StorEDGE?", body: {} },
  viaSitelink: { path: "/facilities/import-facilities-SiteLink?", body: {} },
  viaSsmCloud: {
    path: "/facilities/import-facilities-ssm?",
    body: { baseUrl: "https://127.0.0.1:9", corporatePassword: "x" }
  }
} as const

/** How the inputs of imports that name something are tried. An import is a job. */
export const importTrials: Trials = Object.fromEntries([
  ...Object.entries(begun).map(([name, { path, body }]): [string, Trials[string]] => [
    `imports.${name} companyID`,
    [(id) => ({ method: "POST", path: `${path}companyID=${id}`, body }), ({ companyID }) => companyID]
  ]),
  ...Object.entries(steps).flatMap(([name, { rest, ...sent }]): ReadonlyArray<[string, Trials[string]]> => [
    [
      `imports.${name} id`,
      [(id) => ({ ...sent, path: `/facilities/imports/${id}${rest}` }), ({ importID }) => importID]
    ],
    [
      `imports.${name} companyID`,
      [(id) => ({ ...sent, path: `/facilities/imports/1${rest}?companyID=${id}` }), ({ companyID }) => companyID]
    ]
  ])
])
