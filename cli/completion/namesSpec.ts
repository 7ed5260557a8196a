import type { CommandSpec } from "#cli/specs/CommandSpec.ts"

/** The hidden verb that prints the names of a kind of thing as JSON. */
export const namesSpec = {
  id: "completion.names",
  noun: "terminal",
  path: ["completion"],
  title: "List names for completion",
  section: "Terminal",
  risk: "reads",
  examples: [],
  inputs: [],
  fields: []
} as const satisfies CommandSpec
