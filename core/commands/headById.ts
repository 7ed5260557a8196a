import type { CommandHead } from "./registry.ts"
import { commandHeads } from "./heads.ts"

const heads = new Map(commandHeads.map((head) => [head.id, head]))

/** Finds the head of a command by id. */
export const headById = (id: string): CommandHead | undefined => heads.get(id)
