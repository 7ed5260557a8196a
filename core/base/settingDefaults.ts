/** Settings of a server that the terminal says in its help: what they are when nobody decides. Times are in days. */
export const defaultTransferDays = 7
export const defaultJobDays = { notBegun: 7, ended: 180 } as const
export const defaultSupportAddress = "support@lockdesk.example"

/** Combinations that one user may ask for within an hour and a day: several times what a busy agent does. */
export const defaultReveals = { perHour: 300, perDay: 1500 } as const
