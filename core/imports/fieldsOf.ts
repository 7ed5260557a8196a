import { type ImportField, importFields, userImportFields } from "./importFields.ts"
import type { AnyImport } from "./UserImport.ts"

/** The fields that columns of an import can map to. */
export const fieldsOf = (shown: AnyImport): ReadonlyArray<ImportField> =>
  shown.kind === "importUsers" ? userImportFields : importFields(shown.managementSoftware)
