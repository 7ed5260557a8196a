import { useQueryClient } from "@tanstack/react-query"
import { flushSync } from "react-dom"
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react"
import { now } from "#web/app/clock.ts"
import { toast } from "#web/app/notices.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { type Listed, listedNow } from "#web/grid/GridExport.ts"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { exporting, exportListed } from "./exporting.ts"
import { ExportProgress } from "./ExportProgress.tsx"
import { rowsMeant } from "./listedWords.ts"
import { serverHasAll } from "./lockFile.ts"
import { type Paper, paperOf, printQuestion } from "./printing.ts"
import { wholeListed } from "./wholeListed.ts"
import { PrintSheet } from "./PrintSheet.tsx"

/** A requested output, and the list at that moment: its code and its rows may still have to load. */
export interface Asked {
  readonly what: "xlsx" | "csv" | "print"
  readonly listed: Listed | null
}

/** Exports and prints the list of the grid on the screen. Loaded on first use. */
export const ListOutput = ({ asked }: { readonly asked: Asked | null }) => {
  const user = useSignedInUser()
  const cache = useQueryClient()
  const under = useSyncExternalStore(exporting.subscribe, exporting.get)
  const [asking, setAsking] = useState<Listed | null>(null)
  const [paper, setPaper] = useState<{ readonly sheet: Paper; readonly begun: boolean } | null>(null)

  const print = (listed: Listed, begun = false): void => {
    setAsking(null)
    const named = cache.getQueryData(facilitiesQuery().queryKey) ?? []
    const facility = named.find(({ facilityID }) => String(facilityID) === listed.scope["facilityID"])
    const from = { company: user.companyName, facility: facility?.facilityName ?? null, now: now() }
    setPaper({ sheet: paperOf(listed, from), begun })
  }
  const beginPrint = async (selected: Listed["selected"]): Promise<void> => {
    const listed = await wholeListed({ what: "Printing", done: "printed" }, selected, () => false)
    if (listed === null) return
    if (listed.rows === null) {
      return toast("info", "This list can't be printed from here.", "Export it, then print the file.")
    }
    if (rowsMeant(listed) === 0)
      return toast("info", "There are no rows to print.", "Change the search or the filters.")
    if (printQuestion(listed) === null) print(listed)
    else setAsking(listed)
  }
  const beginExport = async (format: "xlsx" | "csv", selected: Listed["selected"]): Promise<void> => {
    const listed = await wholeListed({ what: "The export", done: "exported" }, selected, serverHasAll)
    if (listed !== null) await exportListed(listed, format)
  }
  const begun = useRef<Asked>(null)
  useEffect(() => {
    if (asked === null || begun.current === asked) return
    begun.current = asked
    const { what, listed } = asked
    const selected = listed?.selected ?? []
    if (what === "print") void beginPrint(selected)
    else void beginExport(what, selected)
  }, [asked])
  // The browser's own print must print the whole list and not only the drawn rows, so render the sheet in
  // `beforeprint`.
  const beforePrint = useRef(() => {})
  useLayoutEffect(() => {
    beforePrint.current = () => {
      const listed = paper === null ? listedNow() : null
      if (listed === null || listed.rows === null || listed.whole !== null || rowsMeant(listed) === 0) return
      flushSync(() => print(listed, true))
    }
  })
  useEffect(() => {
    // Use one stable listener: one added during the event's dispatch isn't called.
    const before = (): void => beforePrint.current()
    addEventListener("beforeprint", before)
    return () => removeEventListener("beforeprint", before)
  }, [])
  useCommands({ scope: "anywhere", handlers: { "list.exportCancel": exporting.cancel } }, under !== null)

  const question = asking === null ? null : printQuestion(asking)
  return (
    <>
      {under === null ? null : <ExportProgress {...under} />}
      {asking === null || question === null ? null : (
        <ConfirmDialog title={question.title} onYes={() => print(asking)} onNo={() => setAsking(null)}>
          {question.more === null ? undefined : <p>{question.more}</p>}
        </ConfirmDialog>
      )}
      {paper === null ? null : (
        <PrintSheet paper={paper.sheet} begun={paper.begun} onDone={() => flushSync(() => setPaper(null))} />
      )}
    </>
  )
}
