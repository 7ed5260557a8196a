import { withClient } from "#core/api/ApiClient.ts"
import type { JobId } from "#core/base/ids.ts"
import { call } from "#web/app/calls.ts"
import { saveCsv } from "#web/app/saveFile.ts"

/** Saves the failed rows of a job as a file that can be fixed and submitted again. Returns the number of rows. */
export const downloadFailed = async (jobID: JobId): Promise<number> => {
  const pieces: Array<string> = []
  let rows = 0
  let from: number | null = null
  do {
    const query: { readonly from?: number } = from === null ? {} : { from }
    const { data } = await call(withClient((client) => client.jobs.failedCsv({ params: { id: jobID }, query })))
    pieces.push(data.csv)
    rows += data.rows
    from = data.after
  } while (from !== null)
  saveCsv(`job-${jobID}.errors.csv`, pieces)
  return rows
}
