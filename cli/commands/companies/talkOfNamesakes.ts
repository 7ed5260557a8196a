import type { Call } from "#cli/Call.ts"

/** Repeats what the server adds to its message about other companies with the same name, also in a dry run. */
export const talkOfNamesakes = ({ terminal }: Call, message: string | undefined): void => {
  const note = /^[^.]+\. (.+)$/.exec(message ?? "")?.[1]
  if (note !== undefined) terminal.talk(note)
}
