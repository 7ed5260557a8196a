/**
 * The hidden command that completion scripts call with the line so far. It prints the kind of its reply, `words` or `files`, and
 * then a line per word that can follow. It prints nothing if that can't be determined, never asks, and always exits with 0.
 */
export const completeWord = "__complete"

/** The reply that leaves completing to the shell, which knows the names of files best. */
export const fileReply = "files"

/** The shells, each with a completion script. */
export const shells = ["bash", "zsh", "fish"] as const
export type Shell = (typeof shells)[number]
