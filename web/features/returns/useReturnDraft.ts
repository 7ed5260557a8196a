import { useCallback, useState } from "react"
import { readTab, writeTab } from "#web/app/storage.ts"
import { type Draft, draftText, readDraft } from "./returnMarks.ts"

/** What was marked and who gets the report, over reloads and other screens, until the tab is closed or the session ends. */
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
