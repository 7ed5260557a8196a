import { useEffect, useState } from "react"
import { readTab, writeTab } from "#web/app/storage.ts"
import { anywhere, useKeptInput } from "#web/app/keptInputs.ts"
import { useKeepInput } from "#web/app/useKeepInput.ts"
import { type Draft, draftText, readDraft } from "./returnMarks.ts"

const form = "returns"

/**
 * The marks and the report's recipient. Kept across reloads and screens until the tab closes or the user signs out. If the session
 * ends by itself, the same user finds them again.
 */
export const useReturnDraft = (): readonly [Draft, (change: (draft: Draft) => Draft) => void] => {
  // With what the marked locks were like. Their text doesn't have it.
  const kept = useKeptInput<Draft>(form, anywhere)
  const [draft, change] = useState(() => kept ?? readDraft(readTab("returns")))
  useEffect(() => writeTab("returns", draftText(draft)), [draft])
  useKeepInput(form, draft.marks.size === 0 ? null : draft, anywhere)
  return [draft, change]
}
