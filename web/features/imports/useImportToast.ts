import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { jobPath } from "#web/app/jobPath.ts"
import { shownHere, toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { useImportSubject } from "./importSubject.ts"
import { changing } from "./outcomes.ts"

/**
 * Shows one toast when an import that was running here ends, and invalidates everything that shows the imported
 * items. The server's notice about the same import gets no toast.
 */
export const useImportToast = ({ importID, state, counts, failed, total }: AnyImport): void => {
  const { refreshes, done } = useImportSubject()
  const before = useRef(state)
  const client = useQueryClient()
  useEffect(() => {
    const path = jobPath(importID)
    shownHere.add(path)
    return () => void shownHere.delete(path)
  }, [importID])
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (state !== "done") return
    refresh(refreshes)
    void client.invalidateQueries({ queryKey: ["imports", "rows"] })
    if (failed > 0)
      toast(
        "warning",
        `${countText(failed)} of ${countOf(total, "row")} failed.`,
        "Download them, fix them, and import that file."
      )
    else if (changing(counts) > 0) toast("success", done)
  }, [state, counts, failed, total, client, refreshes, done])
}
