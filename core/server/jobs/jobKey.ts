import type { Brand } from "effect"

/**
 * What the database knows a job by, in all companies. Nobody outside sees it: people, addresses, notices and audit records name
 * a job by its number in its company (`jobID`).
 */
export type JobKey = number & Brand.Brand<"JobKey">
