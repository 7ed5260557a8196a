import type { Lock } from "./Lock.ts"

/** What a transfer does to a lock, after its subject, as a warning before it: `Saving` moves this lock ... */
export const transferNote = ({ facilityName }: Pick<Lock, "facilityName">): string =>
  `moves this lock out of ${facilityName ?? "the inventory"} and clears its unit.`
