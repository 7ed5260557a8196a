import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { Job } from "./Job.ts"

/** Whether rows of a job are missing: sending them hasn't ended, or ended early. */
export const lacksRows = ({ state, total, expected }: Pick<Job, "state" | "total" | "expected">): boolean =>
  state === "receiving" && expected !== null && total < expected

/** How many rows of a job were sent. */
export const sentText = ({ total, expected }: Pick<Job, "total" | "expected">): string =>
  `only ${countText(total)} of ${countOf(expected ?? total, "row")} ${total === 1 ? "was" : "were"} sent.`

/** What to do about missing rows. */
export const missingNext = "Send the same list or file again to add the rest, or cancel the job."
