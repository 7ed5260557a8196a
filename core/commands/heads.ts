import { type CommandHead, commands } from "./registry.ts"

/**
 * Every command without the parts needed only to run it, in registry order. When run from source these are the commands
 * themselves. The built console replaces this file with the output of `scripts/commandHeads.ts` and loads a command
 * when it is first run.
 */
export const commandHeads: ReadonlyArray<CommandHead> = commands
