import type { SentReport } from "./LockReturn.ts"

/** What is said once returned locks are processed: whether their report could be sent (001 §8). */
export const sentWords = ({ sent, waits = false }: SentReport): string =>
  sent ? "Sent successfully" : waits ? "Failed to send; it is tried again" : "Failed to send"

/** The report as a message, without any combination. */
export const reportMail = (report: {
  readonly facilityName: string
  readonly createdOn: string
  readonly createdBy: string
  readonly locks: ReadonlyArray<{
    readonly serialCode: string
    readonly unitNumber: string | null
    readonly status: string
  }>
}): { readonly subject: string; readonly body: string } => ({
  subject: `Returned locks at ${report.facilityName}`,
  body: [
    `${report.createdBy} processed ${report.locks.length} returned ${report.locks.length === 1 ? "lock" : "locks"} at ${report.facilityName} on ${report.createdOn} (UTC):`,
    "",
    ...report.locks.map(
      ({ serialCode, unitNumber, status }) => `${serialCode}  ${status}  unit ${unitNumber ?? "none"}`
    ),
    ""
  ].join("\n")
})
