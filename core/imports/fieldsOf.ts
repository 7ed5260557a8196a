import { type ImportField, importFields, userImportFields } from "./importFields.ts"
import type { AnyImport } from "./UserImport.ts"

/** The fields that columns of an import can map to. */
export const fieldsOf = (told: AnyImport): ReadonlyArray<ImportField> =>
  told.kind === "importUsers" ? userImportFields : importFields(told.managementSoftware)
