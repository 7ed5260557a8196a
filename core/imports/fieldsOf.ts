import { type ImportField, importFields, userImportFields } from "./importFields.ts"
import type { AnyImport } from "./UserImport.ts"

/** The fields that the columns of an import can be. */
export const fieldsOf = (told: AnyImport): ReadonlyArray<ImportField> =>
  told.kind === "importUsers" ? userImportFields : importFields(told.managementSoftware)
