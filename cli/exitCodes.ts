/** Every exit code of `lockdesk`, and its meaning for scripts. */
export const exitCodes = {
  /** Success, including when there was nothing to do. */
  done: 0,
  /** It was tried and failed. */
  failed: 1,
  /** The command line, a file or a value is invalid; nothing was tried. */
  usage: 2,
  /** The user canceled. */
  cancelled: 3,
  /** No one is signed in. */
  signedOut: 4,
  /** A permission or the company's plan does not allow it. */
  denied: 5,
  notFound: 6,
  /** Conflicts with the current state, or a limit is reached. */
  conflict: 7,
  /** Only some of many are done. */
  partly: 8,
  checksFailed: 9,
  /** The host, or something it depends on, can't be reached. */
  network: 11,
  auditBroken: 12,
  /** Ctrl+C: 128 plus the signal's number. */
  interrupted: 130,
  /** The reader of the output closed the pipe: 128 plus the number of SIGPIPE. */
  unread: 141
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The exit code for rows of which some failed and the others are done. */
export const exitOfRows = (failed: number, others: number): ExitCode =>
  failed === 0 ? exitCodes.done : others > 0 ? exitCodes.partly : exitCodes.failed
