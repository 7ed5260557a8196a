import type { Brand } from "effect"

/**
 * The id of a job in the database, unique across companies. It is internal: people, URLs, notices and audit records identify a
 * job by its number within the company (`jobID`).
 */
export type JobKey = number & Brand.Brand<"JobKey">
