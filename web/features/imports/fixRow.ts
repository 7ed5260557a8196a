import type { QueryClient } from "@tanstack/react-query"
import type { JobId } from "#core/base/ids.ts"
import type { AnyImportRow } from "#core/imports/UserImport.ts"
import { refresh } from "#web/app/refresh.ts"
import { showFixed } from "./importQueries.ts"
import type { ImportSubject } from "./importSubject.ts"

/**
 * Fixes cells of a row and updates the cache from the response, which has that row and all others whose outcome
 * changed. Doesn't refetch the rows: one fixed cell would reload thousands. Rejects with a `CallFailure`.
 */
export const fixRow = async (
  client: QueryClient,
  subject: ImportSubject,
  importID: JobId,
  row: number,
  cells: ReadonlyArray<{ readonly column: number; readonly text: string }>
): Promise<ReadonlyArray<AnyImportRow>> => {
  try {
    const { data } = await subject.fix(importID, row, cells)
    showFixed(client, subject, data)
    return data.rows
  } catch (error) {
    // The import may have been committed or canceled elsewhere.
    refresh(["imports"])
    throw error
  }
}
