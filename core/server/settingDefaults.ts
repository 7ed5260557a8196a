/** Settings that are told in days, or said in help: what they are when nobody decides. */
export const defaultTransferDays = 7
export const defaultJobDays = { notBegun: 7, ended: 180 } as const
export const defaultSupportAddress = "support@lockdesk.example"
