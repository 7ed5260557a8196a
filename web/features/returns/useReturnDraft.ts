import { useEffect, useState } from "react"
import { readTab, writeTab } from "#web/app/storage.ts"
import { anywhere, returnsForm, useKeptInput } from "#web/app/keptInputs.ts"
import { useKeepInput } from "#web/app/useKeepInput.ts"
import { type Draft, draftText, readDraft } from "./returnMarks.ts"

/**
 * The marks and the report's recipient. Kept across reloads and screens until the tab closes or the user signs out. If the session
 * ends by itself, the same user finds them again.
 */
export const useReturnDraft = (): readonly [Draft, (change: (draft: Draft) => Draft) => void] => {
  // Only their text, if they weren't on screen.
  const kept = useKeptInput<Draft | string>(returnsForm, anywhere)
  const [draft, change] = useState(() =>
    kept === null || typeof kept === "string" ? readDraft(kept ?? readTab("returns")) : kept
  )
  useEffect(() => writeTab("returns", draftText(draft)), [draft])
  useKeepInput(returnsForm, draft.marks.size === 0 ? null : draft, anywhere)
  return [draft, change]
}
