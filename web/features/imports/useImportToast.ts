import { countOf } from "#core/base/countOf.ts"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { countText } from "#core/base/countText.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { useImportSubject } from "./importSubject.ts"
import { changing } from "./outcomes.ts"

/**
 * Shows one toast when an import that was running here ends, and invalidates everything that shows the imported
 * items.
 */
export const useImportToast = ({ state, counts, failed, total }: AnyImport): void => {
  const { refreshes, done } = useImportSubject()
  const before = useRef(state)
  const client = useQueryClient()
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (state !== "done") return
    refresh(refreshes)
    void client.invalidateQueries({ queryKey: ["imports", "rows"] })
    if (changing(counts) > 0) toast("success", done)
    if (failed > 0)
      toast(
        "warning",
        `${countText(failed)} of ${countOf(total, "row")} failed.`,
        "Download them, fix them, and import that file."
      )
  }, [state, counts, failed, total, client, refreshes, done])
}
