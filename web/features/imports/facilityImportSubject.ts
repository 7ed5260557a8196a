import { withClient } from "#core/api/ApiClient.ts"
import { cancelImport, commitImport, mapImport, resumeImport } from "#core/commands/importCommands.ts"
import { facilityPath } from "#core/navigation/facilityPath.ts"
import { call } from "#web/app/calls.ts"
import { run } from "#web/app/run.ts"
import type { ImportSubject } from "./importSubject.ts"

/** Imports of facilities (001 §2). */
export const facilityImportSubject: ImportSubject = {
  kind: "importFacilities",
  at: "/signed-in/facilities/multiple_create",
  screen: "facilityImport",
  steps: "imports",
  done: "Facilities imported successfully",
  rowTitle: "Facility Name",
  rowName: (row) => ("facilityName" in row ? row.facilityName : ""),
  rowPath: (row) => ("facilityID" in row && row.facilityID !== null ? facilityPath(row.facilityID) : null),
  rowCommand: "facilities.edit",
  otherLabels: { managementSoftware: "Management Software", fms: "FMS connection" },
  list: { route: "facilities", command: "go.facilities", title: "Facilities" },
  refreshes: ["facilities", "jobs", "audit"],
  show: (id, options) =>
    call(
      withClient((api) => api.imports.show({ params: { id }, query: {} })),
      options
    ),
  rows: (id, query, options) =>
    call(
      withClient((api) => api.imports.rows({ params: { id }, query })),
      options
    ),
  errors: (id, from) =>
    call(withClient((api) => api.imports.errors({ params: { id }, query: from === null ? {} : { from } }))),
  map: (id, mapping) => run(mapImport, { import: id, mapping }),
  // Calls the API directly: running it as a command would reload rows that are already shown (`fixRow.ts`).
  fix: (id, row, cells) =>
    call(withClient((api) => api.imports.fix({ params: { id, row }, query: {}, payload: { cells } }))),
  commit: (id) => run(commitImport, { import: id }),
  resume: (id) => run(resumeImport, { import: id }),
  cancel: (id) => run(cancelImport, { import: id })
}
