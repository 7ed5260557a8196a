import { useEffect, useState } from "react"
import { readTab, writeTab } from "#web/app/storage.ts"
import { anywhere, keyOfInput, useKeptInput } from "#web/app/keptInputs.ts"
import { atSessionEnd } from "#web/app/sessionLife.ts"
import { keepInput, useKeepInput } from "#web/app/useKeepInput.ts"
import { type Draft, draftText, readDraft } from "./returnMarks.ts"

const form = "returns"

const hasMarks = ({ marks }: Draft): boolean => [...marks.values()].some(({ size }) => size > 0)

// On another screen. On its own screen, the hook below keeps what the marked locks were like, too.
atSessionEnd(() => {
  const draft = readDraft(readTab("returns"))
  if (hasMarks(draft)) keepInput(keyOfInput(form, anywhere), draft)
})

/**
 * The marks and the report's recipient. Kept across reloads and screens until the tab closes or the user signs out. If the session
 * ends by itself, the same user finds them again.
 */
export const useReturnDraft = (): readonly [Draft, (change: (draft: Draft) => Draft) => void] => {
  const kept = useKeptInput<Draft>(form, anywhere)
  const [draft, change] = useState(() => kept ?? readDraft(readTab("returns")))
  useEffect(() => writeTab("returns", draftText(draft)), [draft])
  useKeepInput(form, hasMarks(draft) ? draft : null, anywhere)
  return [draft, change]
}
