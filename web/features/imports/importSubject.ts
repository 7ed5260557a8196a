import { createContext, useContext } from "react"
import type { CommandId } from "#core/commands/registry.ts"
import type { RowOutcome } from "#core/imports/FacilityImport.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import type { AnyImport, AnyImportRow } from "#core/imports/UserImport.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import type { Topic } from "#core/live/LiveEvent.ts"

interface Signaled {
  readonly signal?: AbortSignal
}

type Told = Promise<{ readonly data: AnyImport }>

/** Which rows are asked for. */
export interface RowsAsked {
  readonly from: number
  readonly count: number
  readonly outcome?: RowOutcome
}

/** What the screen of one kind of import is made of: its calls, its commands and its words. Everything else is the same for all. */
export interface ImportSubject {
  readonly kind: ImportKind
  readonly at: "/signed-in/facilities/multiple_create" | "/signed-in/team/users/import"
  /** What its commands begin with: those of the screen, and those of the calls. */
  readonly screen: "facilityImport" | "userImport"
  readonly steps: "imports" | "userImports"
  /** What becomes of new ones, in words that follow how many they are. */
  readonly willCreate: string
  /** Said when all is done. */
  readonly done: string
  /** What a row is known by, in the list of rows. */
  readonly rowTitle: string
  readonly rowName: (row: AnyImportRow) => string
  /** Where a row leads to, null while there is nothing. */
  readonly rowPath: (row: AnyImportRow) => string | null
  readonly rowCommand: CommandId
  /** Changed fields that are no column. */
  readonly otherLabels: Readonly<Record<string, string>>
  /** The list that shows what was imported. */
  readonly list: { readonly route: "facilities" | "team.users"; readonly command: CommandId; readonly title: string }
  /** What is asked for again when it is done. */
  readonly refreshes: ReadonlyArray<Topic>
  readonly show: (importID: number, options: Signaled) => Told
  readonly rows: (
    importID: number,
    asked: RowsAsked,
    options: Signaled
  ) => Promise<{ readonly data: ReadonlyArray<AnyImportRow> }>
  readonly errors: (
    importID: number,
    from: number | null
  ) => Promise<{ readonly data: { readonly csv: string; readonly rows: number; readonly after: number | null } }>
  readonly map: (importID: number, mapping: ReadonlyArray<ImportFieldName | null>) => Told
  readonly fix: (
    importID: number,
    row: number,
    cells: ReadonlyArray<{ readonly column: number; readonly text: string }>
  ) => Promise<{ readonly data: { readonly rows: ReadonlyArray<AnyImportRow>; readonly import: AnyImport } }>
  readonly commit: (importID: number) => Told
  readonly resume: (importID: number) => Told
  readonly cancel: (importID: number) => Told
}

const Subject = createContext<ImportSubject | null>(null)

/** Says what the imports below are of. */
export const ImportSubjectProvider = Subject.Provider

/** What the imports of this screen are of. */
export const useImportSubject = (): ImportSubject => {
  const subject = useContext(Subject)
  if (subject === null) throw new Error("no kind of import is chosen here")
  return subject
}
