import { Effect } from "effect"
import { HttpBody } from "effect/http"
import { withClient } from "#core/api/ApiClient.ts"
import { facilityListForm } from "#core/facilities/findFacility.ts"
import { command, type InputField } from "./Command.ts"
import { textField } from "./fields.ts"
import {
  fixFields,
  type FormValues,
  importField,
  importFileField,
  importSheetField,
  mappingField,
  resumeField
} from "./importCommands.ts"

const touches = ["imports", "jobs", "users", "audit"] as const

/** A file of users. `trial` is for a dry run: canceling the import then deletes it. */
interface UsersFile {
  readonly file: unknown
  readonly sheet?: string
  readonly resume?: boolean
  readonly trial?: boolean
}

/** Uploads a file of users and returns the planned import. */
export const readUsers = ({ file, ...query }: UsersFile) =>
  Effect.suspend(() => {
    const { formData: payload } = HttpBody.formDataRecord({ file } as FormValues)
    return withClient((client) => client.userImports.upload({ query, payload }))
  })

/** Facilities are the only column whose cells can hold several values. */
const usersFileField = {
  ...importFileField,
  description: `${importFileField.description}. The column Facilities lists facilities ${facilityListForm}`
} as const satisfies InputField<unknown>

/** Reads a file and previews the result; nothing changes until the import is committed. */
export const importUsers = command({
  id: "users.import",
  title: "Import users",
  section: "Team",
  keywords: ["bulk", "csv", "excel", "invite", "spreadsheet"],
  input: { file: usersFileField, sheet: importSheetField, resume: resumeField },
  risk: "changes",
  touches,
  terminal: {
    path: ["users", "import"],
    examples: [
      "lockdesk users import team.csv --dry-run",
      "lockdesk users import team.csv --yes",
      "lockdesk users import staff.csv --map 'Mail=email,Sites=facilities' --yes"
    ]
  },
  does: { call: "userImports.upload", run: readUsers }
})

/** Shared by all commands that act on one import of users. */
const aboutImport = { section: "Team", touches } as const

export const mapUserImport = command({
  id: "userImports.map",
  title: "Match columns of users to fields",
  keywords: ["mapping", "headers"],
  ...aboutImport,
  input: { import: importField, mapping: mappingField },
  risk: "changes",
  does: {
    call: "userImports.map",
    run: ({ import: id, mapping }) =>
      withClient((client) => client.userImports.map({ params: { id }, query: {}, payload: { mapping } }))
  }
})

export const fixUserImportRow = command({
  id: "userImports.fix",
  title: "Correct a cell of users",
  keywords: ["row", "issue"],
  ...aboutImport,
  input: { import: importField, ...fixFields },
  risk: "changes",
  does: {
    call: "userImports.fix",
    run: ({ import: id, row, cells }) =>
      withClient((client) => client.userImports.fix({ params: { id, row }, query: {}, payload: { cells } }))
  }
})

/** New users are mailed a link to the page `resetLink`; a browser passes its own. */
export const commitUserImport = command({
  id: "userImports.commit",
  title: "Import these users",
  keywords: ["start", "apply", "do", "invite"],
  ...aboutImport,
  input: {
    import: importField,
    resetLink: textField({
      label: "Reset link",
      description: "The page invitations open",
      optional: true,
      asked: "never"
    })
  },
  risk: "dangerous",
  does: {
    call: "userImports.commit",
    run: ({ import: id, resetLink }) =>
      withClient((client) =>
        client.userImports.commit({ params: { id }, query: resetLink === undefined ? {} : { resetLink } })
      )
  }
})

export const resumeUserImport = command({
  id: "userImports.resume",
  title: "Resume the import of users",
  keywords: ["continue"],
  ...aboutImport,
  input: { import: importField },
  risk: "changes",
  does: {
    call: "userImports.resume",
    run: ({ import: id }) => withClient((client) => client.userImports.resume({ params: { id }, query: {} }))
  }
})

/** Users that are already added stay. */
export const cancelUserImport = command({
  id: "userImports.cancel",
  title: "Cancel the import of users",
  keywords: ["stop", "abort", "discard"],
  ...aboutImport,
  input: { import: importField },
  risk: "changes",
  does: {
    call: "userImports.cancel",
    run: ({ import: id }) => withClient((client) => client.userImports.cancel({ params: { id }, query: {} }))
  }
})

export const userImportCommands = [
  importUsers,
  mapUserImport,
  fixUserImportRow,
  commitUserImport,
  resumeUserImport,
  cancelUserImport
] as const
