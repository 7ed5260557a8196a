import { createContext, useContext } from "react"
import type { JobId } from "#core/base/ids.ts"
import type { CommandId } from "#core/commands/registry.ts"
import type { RowOutcome } from "#core/imports/FacilityImport.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import type { AnyImport, AnyImportRow } from "#core/imports/UserImport.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import type { Topic } from "#core/live/LiveEvent.ts"

interface Signaled {
  readonly signal?: AbortSignal
}

type ImportResponse = Promise<{ readonly data: AnyImport }>

/** Which rows to load. */
export interface RowsAsked {
  readonly from: number
  readonly count: number
  readonly outcome?: RowOutcome
}

/** What differs between the kinds of import: calls, commands and texts. Everything else is shared. */
export interface ImportSubject {
  readonly kind: ImportKind
  readonly at: "/signed-in/facilities/multiple_create" | "/signed-in/team/users/import"
  /** Prefixes of its commands: those of the screen, and those of the calls. */
  readonly screen: "facilityImport" | "userImport"
  readonly steps: "imports" | "userImports"
  /** Toast when the import is done. */
  readonly done: string
  /** Title and name of a row in the list. */
  readonly rowTitle: string
  readonly rowName: (row: AnyImportRow) => string
  /** Path a row links to, or null. */
  readonly rowPath: (row: AnyImportRow) => string | null
  readonly rowCommand: CommandId
  /** Labels of changed fields that have no column. */
  readonly otherLabels: Readonly<Record<string, string>>
  /** The list that shows the imported items. */
  readonly list: { readonly route: "facilities" | "team.users"; readonly command: CommandId; readonly title: string }
  /** Topics to invalidate when it is done. */
  readonly refreshes: ReadonlyArray<Topic>
  readonly show: (importID: JobId, options: Signaled) => ImportResponse
  readonly rows: (
    importID: JobId,
    asked: RowsAsked,
    options: Signaled
  ) => Promise<{ readonly data: ReadonlyArray<AnyImportRow> }>
  readonly errors: (
    importID: JobId,
    from: number | null
  ) => Promise<{ readonly data: { readonly csv: string; readonly rows: number; readonly after: number | null } }>
  readonly map: (importID: JobId, mapping: ReadonlyArray<ImportFieldName | null>) => ImportResponse
  readonly fix: (
    importID: JobId,
    row: number,
    cells: ReadonlyArray<{ readonly column: number; readonly text: string }>
  ) => Promise<{ readonly data: { readonly rows: ReadonlyArray<AnyImportRow>; readonly import: AnyImport } }>
  readonly commit: (importID: JobId) => ImportResponse
  readonly resume: (importID: JobId) => ImportResponse
  readonly cancel: (importID: JobId) => ImportResponse
}

const Subject = createContext<ImportSubject | null>(null)

/** Sets the kind of the imports below. */
export const ImportSubjectProvider = Subject.Provider

/** The kind of import of this screen. */
export const useImportSubject = (): ImportSubject => {
  const subject = useContext(Subject)
  if (subject === null) throw new Error("no kind of import is chosen here")
  return subject
}
