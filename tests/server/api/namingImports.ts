import type { Theirs, Trials } from "./namingInputs.ts"

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
  "imports.upload": { path: "/facilities/import-csv?managementSoftware=0&", body: undefined },
  "userImports.upload": { path: "/users/import?", body: undefined },
  "imports.viaStorableEdge": { path: "/facilities/import-facilities-StorEDGE?", body: {} },
  "imports.viaSitelink": { path: "/facilities/import-facilities-SiteLink?", body: {} },
  "imports.viaSsmCloud": {
    path: "/facilities/import-facilities-ssm?",
    body: { baseUrl: "https://127.0.0.1:9", corporatePassword: "x" }
  }
} as const

/** The calls about one import of a kind, tried with that of the other company. */
const stepTrials = (
  group: string,
  path: string,
  pick: (theirs: Theirs) => number
): ReadonlyArray<readonly [string, Trials[string]]> =>
  Object.entries(steps).flatMap(([name, { rest, ...sent }]): ReadonlyArray<readonly [string, Trials[string]]> => [
    [`${group}.${name} id`, [(id) => ({ ...sent, path: `${path}/${id}${rest}` }), pick]],
    [
      `${group}.${name} companyID`,
      [(id) => ({ ...sent, path: `${path}/1${rest}?companyID=${id}` }), ({ companyID }) => companyID]
    ]
  ])

/** How the inputs of imports that name something are tried. An import is a job. */
export const importTrials: Trials = Object.fromEntries([
  ...Object.entries(begun).map(([name, { path, body }]): [string, Trials[string]] => [
    `${name} companyID`,
    [(id) => ({ method: "POST", path: `${path}companyID=${id}`, body }), ({ companyID }) => companyID]
  ]),
  ...stepTrials("imports", "/facilities/imports", ({ importID }) => importID),
  ...stepTrials("userImports", "/users/imports", ({ userImportID }) => userImportID)
])
