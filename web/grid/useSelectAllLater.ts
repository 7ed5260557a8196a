import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { toast } from "#web/app/notices.ts"
import { keptKeys } from "#web/keyboard/KeptKeys.ts"
import type { ListPlace } from "#web/ui/listPlace.ts"
import type { GridQuery } from "./GridQuery.ts"
import type { WaitForWhole } from "./useWhole.ts"

interface SelectableList {
  /** Plural of a row. */
  readonly noun: string
  readonly where: Pick<ListPlace, "selected">
  readonly query: GridQuery
  /** Selects all rows. */
  readonly selectAll: () => void
}

/** State of a list at the time the user chose "select all". */
const askedOf = ({ where, query }: SelectableList) => ({
  selected: where.selected,
  listed: JSON.stringify([query.search, query.filters])
})

/**
 * Selects all rows of a list once they have loaded. Until then `pending` is true, the list has no lock for commands, and their keys
 * wait for the selection.
 */
export const useSelectAllLater = (list: SelectableList) => {
  const [pending, setPending] = useState(false)
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const later = async (wait: WaitForWhole): Promise<void> => {
    const { noun } = list
    toast("info", `The ${noun} are still loading.`, "We'll select all of them when they have loaded.")
    if (pending) return
    const asked = askedOf(list)
    const ready = keptKeys.awaitScreen()
    setPending(true)
    const waited = await wait()
    const now = askedOf(latest.current)
    // If the user changed the selection, the search or the filters in the meantime, don't override that.
    const selects = waited === "whole" && now.selected === asked.selected && now.listed === asked.listed
    // Before the keys that waited for it.
    flushSync(() => {
      setPending(false)
      if (selects) latest.current.selectAll()
    })
    if (!selects && waited !== "left") keptKeys.forgetScreen()
    ready()
    if (waited === "failed") toast("warning", `The ${noun} couldn't be loaded, so nothing was selected.`)
  }
  return { pending, later }
}
