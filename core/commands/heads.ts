import { type CommandHead, commands } from "./registry.ts"

/**
 * Every command as far as it is needed before it is run, in the order of the registry. Run from the sources these are the
 * commands themselves; in the built console this file is replaced by what `scripts/commandHeads.ts` writes down of them, and
 * the commands are loaded when one is run.
 */
export const commandHeads: ReadonlyArray<CommandHead> = commands
