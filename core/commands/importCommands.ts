import { Effect, Schema } from "effect"
import { HttpBody } from "effect/http"
import { withClient } from "#core/api/ApiClient.ts"
import { JobId } from "#core/base/ids.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { canList, type ListingSystem } from "#core/imports/importAccess.ts"
import { ImportFieldName } from "#core/imports/importFieldNames.ts"
import { command, type InputField, type InputFields } from "./Command.ts"
import { textField } from "./fields.ts"
import { softwareField } from "./softwareField.ts"

/** Form values: texts and files. `File` is the platform's, in a browser or in Node. */
export type FormValues = Parameters<typeof HttpBody.formDataRecord>[0]

const touches = ["imports", "jobs", "facilities", "audit"] as const
/** The import that a step belongs to. */
export const importField = {
  schema: JobId,
  label: "Import",
  description: "The number of an import",
  positional: true
} as const
/** Whether to continue an import that was started earlier. */
export const resumeField = {
  schema: Schema.Boolean,
  label: "Resume",
  description: "Resume the unfinished import of the same file or FMS",
  optional: true
} as const satisfies InputField<boolean>

/** A file to import. */
export const importFileField = {
  schema: Schema.Unknown,
  label: "File",
  description: "A CSV file or a workbook (.xlsx or .ods); - reads stdin",
  positional: true,
  picks: "file"
} as const satisfies InputField<unknown>

/** The sheet of a workbook. */
export const importSheetField = textField({
  label: "Sheet",
  description: "The sheet to read, if the workbook has several",
  optional: true
})

/** The meaning of each column of an import. */
export const mappingField = {
  schema: Schema.Array(Schema.NullOr(ImportFieldName)),
  label: "Mapping",
  description: "The field of each column",
  asked: "never"
} as const satisfies InputField<ReadonlyArray<ImportFieldName | null>>

/** The cells to fix, by row. */
export const fixFields = {
  row: { schema: Schema.Int, label: "Row", description: "The row of the file", asked: "never" },
  cells: {
    schema: Schema.Array(Schema.Struct({ column: Schema.Int, text: Schema.String })),
    label: "Cells",
    description: "The values of its cells",
    asked: "never"
  }
} as const satisfies InputFields

/** The file to read as a list of facilities. `trial` is for a dry run: canceling the import then deletes it. */
interface FacilitiesFile {
  readonly file: unknown
  readonly managementSoftware?: FmsId
  readonly sheet?: string
  readonly resume?: boolean
  readonly trial?: boolean
}

/** Uploads a file of facilities and returns the planned import. */
export const readFacilities = ({ file, managementSoftware, sheet, resume, trial }: FacilitiesFile) =>
  Effect.suspend(() => {
    const { formData: payload } = HttpBody.formDataRecord({ file } as FormValues)
    const query = {
      managementSoftware: managementSoftware ?? Fms.id.NotListed,
      ...(sheet === undefined ? {} : { sheet }),
      ...(resume === undefined ? {} : { resume }),
      ...(trial === undefined ? {} : { trial })
    }
    return withClient((client) => client.imports.upload({ query, payload }))
  })

/** Reads a file and previews the result; nothing changes until the import is committed. */
export const importFacilities = command({
  id: "facilities.import",
  title: "Import facilities",
  section: "Facilities",
  keywords: ["bulk", "csv", "excel", "upload", "spreadsheet", "multiple"],
  input: {
    file: importFileField,
    managementSoftware: { ...softwareField, optional: true },
    sheet: importSheetField,
    resume: resumeField
  },
  risk: "changes",
  touches,
  terminal: {
    path: ["facilities", "import"],
    examples: [
      "lockdesk facilities import sites.csv --dry-run",
      "lockdesk facilities import sites.xlsx --management-software 'Sitelink by Storable' --yes",
      "lockdesk facilities import sites.csv --map 'Store=facilityName,Main line=phoneNumber' --yes",
      "lockdesk facilities import --via-fms --management-software 'SSM Cloud' --base-url https://ssm.example.com"
    ]
  },
  does: {
    call: "imports.upload",
    run: readFacilities
  }
})

/** Credentials for listing facilities from an FMS. */
interface FacilityListRequest {
  readonly managementSoftware: FmsId
  readonly corporateCode?: string
  readonly corporateUsername?: string
  readonly baseUrl?: string
  readonly secret: string
  readonly resume?: boolean
  readonly trial?: boolean
}

/** Lists the facilities of an FMS and returns the planned import. */
export const fetchFacilities = ({
  managementSoftware,
  corporateCode,
  corporateUsername,
  baseUrl,
  secret,
  resume,
  trial
}: FacilityListRequest) =>
  withClient((client) => {
    const more = { ...(resume === undefined ? {} : { resume }), ...(trial === undefined ? {} : { trial }) }
    const software = managementSoftware as ListingSystem
    switch (software) {
      case Fms.id.StorableEdge:
        return client.imports.viaStorableEdge({ query: {}, payload: { companyApiKey: secret, ...more } })
      case Fms.id.Sitelink:
        return client.imports.viaSitelink({
          query: {},
          payload: {
            corporateCode: corporateCode ?? "",
            corporateUsername: corporateUsername ?? "",
            corporatePassword: secret,
            ...more
          }
        })
      case Fms.id.SsmCloud:
        return client.imports.viaSsmCloud({
          query: {},
          payload: {
            baseUrl: baseUrl ?? "",
            corporatePassword: secret,
            ...(corporateCode === undefined ? {} : { corporateCode }),
            ...more
          }
        })
    }
  })

/** Credentials for each system; missing ones come from the installation. */
export const listFacilities = command({
  id: "facilities.importFms",
  title: "Import facilities from their FMS",
  section: "Facilities",
  keywords: ["bulk", "sitelink", "storable edge", "ssm", "multiple"],
  input: {
    managementSoftware: {
      ...softwareField,
      choices: Fms.ids.filter(canList).map((id) => Fms.label(id))
    },
    corporateCode: textField({ label: "Corporate code", description: "Of the FMS account", optional: true }),
    corporateUsername: textField({ label: "FMS username", description: "Of the FMS account", optional: true }),
    baseUrl: textField({ label: "Base URL", description: "The URL of the FMS", optional: true }),
    /** For Storable Edge this is the key, for all others the password. */
    secret: textField({ label: "Password or key", description: "Prompted; input hidden", asked: "hidden" }),
    resume: resumeField
  },
  risk: "changes",
  touches,
  does: {
    call: "imports.viaSitelink",
    run: fetchFacilities
  }
})

/** Shared by all commands that act on one import. */
const aboutImport = { section: "Facilities", touches } as const

export const mapImport = command({
  id: "imports.map",
  title: "Match columns to fields",
  keywords: ["mapping", "headers"],
  ...aboutImport,
  input: {
    import: importField,
    mapping: mappingField
  },
  risk: "changes",
  does: {
    call: "imports.map",
    run: ({ import: id, mapping }) =>
      withClient((client) => client.imports.map({ params: { id }, query: {}, payload: { mapping } }))
  }
})

export const fixImportRow = command({
  id: "imports.fix",
  title: "Correct a cell",
  keywords: ["row", "issue"],
  ...aboutImport,
  input: {
    import: importField,
    ...fixFields
  },
  risk: "changes",
  does: {
    call: "imports.fix",
    run: ({ import: id, row, cells }) =>
      withClient((client) => client.imports.fix({ params: { id, row }, query: {}, payload: { cells } }))
  }
})

export const commitImport = command({
  id: "imports.commit",
  title: "Import these facilities",
  keywords: ["start", "apply", "do"],
  ...aboutImport,
  input: { import: importField },
  risk: "dangerous",
  does: {
    call: "imports.commit",
    run: ({ import: id }) => withClient((client) => client.imports.commit({ params: { id }, query: {} }))
  }
})

export const resumeImport = command({
  id: "imports.resume",
  title: "Resume the import",
  keywords: ["continue"],
  ...aboutImport,
  input: { import: importField },
  risk: "changes",
  does: {
    call: "imports.resume",
    run: ({ import: id }) => withClient((client) => client.imports.resume({ params: { id }, query: {} }))
  }
})

/** Rows that are already imported stay imported. */
export const cancelImport = command({
  id: "imports.cancel",
  title: "Cancel the import",
  keywords: ["stop", "abort", "discard"],
  ...aboutImport,
  input: { import: importField },
  risk: "changes",
  does: {
    call: "imports.cancel",
    run: ({ import: id }) => withClient((client) => client.imports.cancel({ params: { id }, query: {} }))
  }
})

export const importCommands = [
  importFacilities,
  listFacilities,
  mapImport,
  fixImportRow,
  commitImport,
  resumeImport,
  cancelImport
] as const
