import type { QueryClient } from "@tanstack/react-query"
import type { AnyImportRow } from "#core/imports/UserImport.ts"
import { refresh } from "#web/app/refresh.ts"
import { showFixed } from "./importQueries.ts"
import type { ImportSubject } from "./importSubject.ts"

/**
 * Fixes cells of a row and shows what that came to; the answer is the row and every other one that came out differently.
 * What is shown already is not asked for again: one cell of thousands would fetch all of them. Rejects with a `CallFailure`.
 */
export const fixRow = async (
  client: QueryClient,
  subject: ImportSubject,
  importID: number,
  row: number,
  cells: ReadonlyArray<{ readonly column: number; readonly text: string }>
): Promise<ReadonlyArray<AnyImportRow>> => {
  try {
    const { data } = await subject.fix(importID, row, cells)
    showFixed(client, subject, data)
    return data.rows
  } catch (error) {
    // Perhaps it was committed or canceled somewhere else.
    refresh(["imports"])
    throw error
  }
}
