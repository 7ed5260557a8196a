import { trials } from "../support/databases.ts"

const short = 5

/** How many generated requests are made in all: 3,000, or a thousand for each of `LOCKDESK_TRIALS`. */
export const requests = trials > short ? trials * 1000 : 3000
