/** Settings of a server that the terminal says in its help: what they are when nobody decides. Times are in days. */
export const defaultTransferDays = 7
export const defaultJobDays = { notBegun: 7, ended: 180 } as const
export const defaultSupportAddress = "support@lockdesk.example"
