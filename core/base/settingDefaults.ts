/** Server defaults that the terminal's help mentions. Times are in days. */
export const defaultTransferDays = 7
export const defaultJobDays = { notBegun: 7, ended: 180 } as const
export const defaultSupportAddress = "support@lockdesk.example"

/** How many combinations a user may reveal per hour and day: several times what a busy agent needs. */
export const defaultReveals = { perHour: 300, perDay: 1500 } as const
