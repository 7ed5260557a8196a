/** Locks in one file; an Excel sheet holds 1,048,576 rows, and the order of more would not fit one message of the database. */
export const maxExportLocks = 1_000_000

/** Locks that can be named one by one: a megabyte of ids is the largest request the server reads. */
export const maxNamedLocks = 90_000

/** Rows in hand that are sent to be made a file of: the rest of that megabyte. */
export const maxSentRows = 10_000

/** Rows that are printed at most, and beyond how many it is asked first (001 §9). */
export const printLimits = { most: 6_000, asksBeyond: 750 } as const
