/**
 * Switches of V8 for the processes of `npm test`, which run for seconds or minutes on busy cores: the embedded engine isn't
 * optimized, which takes longer than what it runs, and garbage is collected by the thread that makes it.
 */
export const nodeSwitches: ReadonlyArray<string> =
  process.env["LOCKDESK_TRIALS"] === undefined ? ["--liftoff-only", "--single-threaded-gc"] : []
