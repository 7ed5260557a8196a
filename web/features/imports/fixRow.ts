import type { QueryClient } from "@tanstack/react-query"
import { withClient } from "#core/api/ApiClient.ts"
import type { ImportRow } from "#core/imports/FacilityImport.ts"
import { call } from "#web/app/calls.ts"
import { refresh } from "#web/app/refresh.ts"
import { showFixed } from "./importQueries.ts"

/**
 * Fixes cells of a row and shows what that came to; the answer is the row and every other one that came out differently.
 * What is shown already is not asked for again: one cell of thousands would fetch all of them. Rejects with a `CallFailure`.
 */
export const fixRow = async (
  client: QueryClient,
  importID: number,
  row: number,
  cells: ReadonlyArray<{ readonly column: number; readonly text: string }>
): Promise<ReadonlyArray<ImportRow>> => {
  try {
    const { data } = await call(
      withClient((api) => api.imports.fix({ params: { id: importID, row }, query: {}, payload: { cells } }))
    )
    showFixed(client, data)
    return data.rows
  } catch (error) {
    // Perhaps it was committed or cancelled somewhere else.
    refresh(["imports"])
    throw error
  }
}
