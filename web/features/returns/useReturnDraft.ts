import { useCallback, useState } from "react"
import { readTab, writeTab } from "#web/app/storage.ts"
import { type Draft, draftText, readDraft } from "./returnMarks.ts"

/** The marks and the report's recipient. Kept across reloads and screens until the tab closes or the session ends. */
export const useReturnDraft = (): readonly [Draft, (change: (draft: Draft) => Draft) => void] => {
  const [draft, setDraft] = useState(() => readDraft(readTab("returns")))
  const change = useCallback((next: (draft: Draft) => Draft) => {
    setDraft((before) => {
      const after = next(before)
      if (after !== before) writeTab("returns", draftText(after))
      return after
    })
  }, [])
  return [draft, change]
}
