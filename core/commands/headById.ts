import type { CommandHead } from "./registry.ts"
import { commandHeads } from "./heads.ts"

const heads = new Map(commandHeads.map((head) => [head.id, head]))

/** The head of the command of an id. */
export const headById = (id: string): CommandHead | undefined => heads.get(id)
