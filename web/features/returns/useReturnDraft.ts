import { useEffect, useState } from "react"
import { readTab, writeTab } from "#web/app/storage.ts"
import { useKeptInput } from "#web/app/keptInputs.ts"
import { useKeepInput } from "#web/app/useKeepInput.ts"
import { type Draft, draftText, readDraft } from "./returnMarks.ts"

/**
 * The marks and the report's recipient. Kept across reloads and screens until the tab closes or the user signs out. If the session
 * ends by itself on this screen, the same user finds them again.
 */
export const useReturnDraft = (): readonly [Draft, (change: (draft: Draft) => Draft) => void] => {
  const kept = useKeptInput<Draft>("returns")
  const [draft, change] = useState(() => kept ?? readDraft(readTab("returns")))
  useEffect(() => writeTab("returns", draftText(draft)), [draft])
  useKeepInput("returns", [...draft.marks.values()].some(({ size }) => size > 0) ? draft : null, false)
  return [draft, change]
}
