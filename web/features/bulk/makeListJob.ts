import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { planJob } from "#core/commands/jobCommands.ts"
import type { Job, LockJobKind } from "#core/jobs/Job.ts"
import type { JobList } from "#core/jobs/jobList.ts"
import { jobPieces } from "#core/jobs/jobRowPieces.ts"
import { FacilityId } from "#core/base/ids.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { call } from "#web/app/calls.ts"
import { run } from "#web/app/run.ts"

/** What to do with the rows of a list. */
export interface ListRequest {
  readonly kind: LockJobKind
  /** Null means the inventory, or no facility if the kind doesn't need one. */
  readonly facilityID: FacilityId | null
  readonly status: LockStatusId | null
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** SHA-256 in hex. Over plain http browsers don't offer it; then entering the same list twice makes two jobs. */
const digest = async (text: string): Promise<string> => {
  const subtle = (crypto as { readonly subtle?: SubtleCrypto }).subtle
  if (subtle === undefined) return hex(crypto.getRandomValues(new Uint8Array(32)))
  return hex(new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text))))
}

/** Must match the terminal's fingerprint, so that a file started there is found here. */
const fingerprintOf = async ({ kind, facilityID, status }: ListRequest, text: string): Promise<string> =>
  digest(`${kind} ${kind === "setStatus" ? (status ?? "") : String(facilityID)} ${await digest(text)}`)

const make = async (
  { kind, facilityID, status }: ListRequest,
  made: {
    readonly source: string
    readonly fingerprint: string
    readonly expected: number
    readonly columns: ReadonlyArray<string>
  }
): Promise<Job> => {
  const place = Schema.is(FacilityId)(facilityID) ? facilityID : null
  const answer = await call(
    withClient((client) => {
      if (kind === "setStatus") {
        return client.jobs.setStatus({ query: {}, payload: { ...made, secondaryLockStatus: status } })
      }
      if (kind === "activate") return client.jobs.activate({ query: {}, payload: { ...made, facilityID: place } })
      if (place === null) throw new RangeError(`a job that does ${kind} needs a facility`)
      const payload = { ...made, facilityID: place }
      return kind === "assign"
        ? client.jobs.assign({ query: {}, payload })
        : client.jobs.transfer({ query: {}, payload })
    })
  )
  return answer.data
}

/**
 * Creates a job from a list, uploads its rows and plans it; changes no lock. Rejects with a `CallFailure`; calling it
 * again resumes the upload.
 */
export const makeListJob = async (
  request: ListRequest,
  { name, text, list }: { readonly name: string; readonly text: string; readonly list: JobList },
  sent: (rows: number) => void
): Promise<Job> => {
  const job = await make(request, {
    source: name.slice(0, 200),
    fingerprint: await fingerprintOf(request, text),
    expected: list.rows.length,
    columns: list.sentColumns
  })
  if (job.state !== "receiving") return job
  let rows = 0
  if (job.total !== list.rows.length) {
    for (const piece of jobPieces(list.rows)) {
      await call(
        withClient((client) => client.jobs.addRows({ params: { id: job.jobID }, query: {}, payload: { rows: piece } }))
      )
      rows += piece.length
      sent(rows)
    }
  }
  return (await run(planJob, { job: job.jobID })).data
}
