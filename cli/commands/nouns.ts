import type { Verb } from "./Verb.ts"

/**
 * Where the verbs of each noun are. A command loads those of its own noun only: in the bundle each
 * noun is a script of its own (`scripts/bundle.ts`), so that a command starts no slower for every other that is added.
 */
export const nouns: Readonly<Record<string, () => Promise<{ readonly verbs: ReadonlyArray<Verb> }>>> = {
  locks: () => import("./locks/verbs.ts"),
  inventory: () => import("./inventory/verbs.ts"),
  returns: () => import("./returns/verbs.ts"),
  jobs: () => import("./jobs/verbs.ts"),
  registry: () => import("./registry/verbs.ts"),
  audit: () => import("./audit/verbs.ts"),
  facilities: () => import("./facilities/verbs.ts"),
  fms: () => import("./fms/verbs.ts"),
  automations: () => import("./automations/verbs.ts"),
  tickets: () => import("./tickets/verbs.ts"),
  companies: () => import("./companies/verbs.ts"),
  users: () => import("./users/verbs.ts"),
  notices: () => import("./notices/verbs.ts"),
  outbox: () => import("./outbox/verbs.ts"),
  auth: () => import("./auth/verbs.ts"),
  terminal: () => import("./terminal/verbs.ts"),
  profile: () => import("./profile/verbs.ts"),
  config: () => import("./config/verbs.ts")
}

/** The verbs of one noun. */
export const verbsOf = async (noun: string): Promise<ReadonlyArray<Verb>> => {
  const load = nouns[noun]
  if (load === undefined) throw new Error(`there are no verbs of '${noun}'`)
  return (await load()).verbs
}
