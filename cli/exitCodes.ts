/** Every code `lockdesk` ends with, and what it says to a script. */
export const exitCodes = {
  /** Done; also when there was nothing to do. */
  done: 0,
  /** It was tried and failed. */
  failed: 1,
  /** The command line, a file or a value given is not of the form asked for; nothing was tried. */
  usage: 2,
  /** The person said no. */
  cancelled: 3,
  /** Nobody is signed in. */
  signedOut: 4,
  /** A permission or the company's plan does not reach. */
  denied: 5,
  notFound: 6,
  /** Conflicts with the current state, or a limit is reached. */
  conflict: 7,
  /** Some of many are done. */
  partly: 8,
  checksFailed: 9,
  /** The host, or something it stands on, cannot be reached. */
  network: 11,
  auditBroken: 12,
  /** Ctrl+C: 128 and the number of the signal. */
  interrupted: 130
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
