import { queryOptions, skipToken } from "@tanstack/react-query"
import type { FacilityId, ReportId } from "#core/base/ids.ts"
import { mostNewest } from "#core/base/paging.ts"
import { returnHistory, showReturnReport } from "#core/commands/returnCommands.ts"
import type { Lock } from "#core/locks/Lock.ts"
import type { ReturnReport } from "#core/returns/LockReturn.ts"
import { withoutCode } from "#web/app/lockQueries.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"

/** All return reports of a facility, newest first, in as many requests as it takes. */
const reportsOf = async (facilityID: FacilityId, signal: AbortSignal): Promise<ReadonlyArray<ReturnReport>> => {
  const reports: Array<ReturnReport> = []
  for (;;) {
    const oldest = reports.at(-1)?.reportId
    const { data } = await run(
      returnHistory,
      { facilityID, ...(oldest === undefined ? {} : { from: oldest }) },
      { signal }
    )
    reports.push(...data)
    if (data.length < mostNewest) return reports
  }
}

/** Query for the return reports of a facility; none if it is null. */
export const reportsQuery = (facilityID: FacilityId | null) =>
  queryOptions({
    queryKey: ["returns", "reports", facilityID] satisfies TopicKey,
    queryFn: facilityID === null ? skipToken : ({ signal }) => reportsOf(facilityID, signal)
  })

/** Query for a report's locks as processed, without their unmasked combinations (law 8). */
export const reportQuery = (report: ReportId) =>
  queryOptions({
    queryKey: ["returns", "report", report] satisfies TopicKey,
    queryFn: async ({ signal }): Promise<ReadonlyArray<Lock>> =>
      (await run(showReturnReport, { report }, { signal })).data.map(withoutCode)
  })
