import { countOf } from "#core/base/countOf.ts"
import { localText } from "#core/settings/zonedDays.ts"
import type { ProcessedReturns, SentReport } from "./LockReturn.ts"

/** The message after processing: whether the report could be sent (001 §8). */
export const sentWords = ({ sent, waits = false }: SentReport): string =>
  sent ? "Sent successfully" : waits ? "Failed to send; trying again" : "Failed to send"

/** The message after processing; no report is sent if every lock already had its status. */
export const processedWords = (processed: ProcessedReturns): string => {
  const { reportId, unchanged } = processed
  if (reportId === null) return "No changes. These locks were already processed, so no report was sent."
  const sent = sentWords({ ...processed, reportId })
  return unchanged === 0
    ? sent
    : `${sent}; ${unchanged} ${unchanged === 1 ? "lock was" : "locks were"} processed before`
}

/** The report as an email, without combinations. */
export const reportMail = (report: {
  readonly facilityName: string
  readonly createdOn: string
  readonly createdBy: string
  /** The company's time zone. */
  readonly timeZone: string
  readonly locks: ReadonlyArray<{
    readonly serialCode: string
    readonly unitNumber: string | null
    readonly status: string
  }>
}): { readonly subject: string; readonly body: string } => ({
  subject: `Returned locks at ${report.facilityName}`,
  body: [
    `${report.createdBy} processed ${countOf(report.locks.length, "returned lock")} at ${report.facilityName} on ${localText(report.timeZone, Date.parse(report.createdOn))} (${report.timeZone}):`,
    "",
    ...report.locks.map(
      ({ serialCode, unitNumber, status }) => `${serialCode}  ${status}  unit ${unitNumber ?? "none"}`
    ),
    ""
  ].join("\n")
})
