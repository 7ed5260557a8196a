import type { Theirs, Trials } from "./namingInputs.ts"

/** Calls about one import: the end of their path, and their body. */
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

/** Calls that start an import. None of these requests reaches a vendor. */
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

/** Trials of the calls about one import of a kind, with the other company's import. */
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

/** Trials of the import inputs that name something. An import is a job. */
export const importTrials: Trials = Object.fromEntries([
  ...Object.entries(begun).map(([name, { path, body }]): [string, Trials[string]] => [
    `${name} companyID`,
    [(id) => ({ method: "POST", path: `${path}companyID=${id}`, body }), ({ companyID }) => companyID]
  ]),
  ...stepTrials("imports", "/facilities/imports", ({ importID }) => importID),
  ...stepTrials("userImports", "/users/imports", ({ userImportID }) => userImportID)
])
