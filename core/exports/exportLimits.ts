/**
 * The maximum number of locks per file: an Excel sheet has 1,048,576 rows, and sorting more would not fit in one database
 * message.
 */
export const maxExportLocks = 1_000_000

/** The maximum number of lock ids in a request: a megabyte is the largest request the server reads. */
export const maxNamedLocks = 90_000

/** The maximum number of rows sent for export in a request, and of their bytes: most of that megabyte. */
export const maxSentRows = 10_000
export const maxSentBytes = 1_000_000

/** Users wait for exports smaller than this, and get no notice from the server. */
export const noticedRows = 5_000

/** The maximum number of printed rows, and the number above which to ask first (001 §9). */
export const printLimits = { most: 6_000, asksBeyond: 750 } as const
