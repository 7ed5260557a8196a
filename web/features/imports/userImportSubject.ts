import { withClient } from "#core/api/ApiClient.ts"
import {
  cancelUserImport,
  commitUserImport,
  mapUserImport,
  resumeUserImport
} from "#core/commands/userImportCommands.ts"
import { userPath } from "#core/navigation/userPath.ts"
import { call } from "#web/app/calls.ts"
import { run } from "#web/app/run.ts"
import type { ImportSubject } from "./importSubject.ts"

/** Imports of users. New users get an email with a link to this console's set-password page. */
export const userImportSubject: ImportSubject = {
  kind: "importUsers",
  at: "/signed-in/team/users/import",
  screen: "userImport",
  steps: "userImports",
  done: "Users imported successfully",
  rowTitle: "Email",
  rowName: (row) => ("email" in row ? row.email : ""),
  rowPath: (row) => ("userID" in row && row.userID !== null ? userPath(row.userID) : null),
  rowCommand: "users.edit",
  otherLabels: {},
  list: { route: "team.users", command: "go.team", title: "Users" },
  refreshes: ["users", "jobs", "audit"],
  show: (id, options) =>
    call(
      withClient((api) => api.userImports.show({ params: { id }, query: {} })),
      options
    ),
  rows: (id, query, options) =>
    call(
      withClient((api) => api.userImports.rows({ params: { id }, query })),
      options
    ),
  errors: (id, from) =>
    call(withClient((api) => api.userImports.errors({ params: { id }, query: from === null ? {} : { from } }))),
  map: (id, mapping) => run(mapUserImport, { import: id, mapping }),
  fix: (id, row, cells) =>
    call(withClient((api) => api.userImports.fix({ params: { id, row }, query: {}, payload: { cells } }))),
  commit: (id) => run(commitUserImport, { import: id, resetLink: `${location.origin}/setpassword` }),
  resume: (id) => run(resumeUserImport, { import: id }),
  cancel: (id) => run(cancelUserImport, { import: id })
}
