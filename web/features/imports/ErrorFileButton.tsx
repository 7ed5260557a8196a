import { countOf } from "#core/base/countOf.ts"
import { useRef } from "react"
import type { JobId } from "#core/base/ids.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { saveCsv } from "#web/app/saveFile.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { type ImportSubject, useImportSubject } from "./importSubject.ts"

/** All failed rows, page by page, as a CSV that can be fixed and imported again. */
const failedRows = async (
  subject: ImportSubject,
  importID: JobId
): Promise<{ readonly csv: ReadonlyArray<string>; readonly rows: number }> => {
  const csv: Array<string> = []
  let rows = 0
  let from: number | null = null
  do {
    const { data }: Awaited<ReturnType<ImportSubject["errors"]>> = await subject.errors(importID, from)
    csv.push(data.csv)
    rows += data.rows
    from = data.after
  } while (from !== null)
  return { csv, rows }
}

/** Saves the failed rows with the original columns, `error` and `fix`. */
export const ErrorFileButton = ({ importID }: { readonly importID: JobId }) => {
  const subject = useImportSubject()
  const busy = useRef(false)
  const download = async (): Promise<void> => {
    if (busy.current) return
    busy.current = true
    try {
      const { csv, rows } = await failedRows(subject, importID)
      const name = `import-${importID}.errors.csv`
      saveCsv(name, csv)
      toast(
        "success",
        `${countOf(rows, "failed row")} in ${name}.`,
        "Fix them in that file and import it again. Only those rows change."
      )
    } catch (error) {
      tellFailure(error)
    } finally {
      busy.current = false
    }
  }
  useCommands({ scope: "anywhere", handlers: { [`${subject.screen}.failedRows`]: () => void download() } })
  return <CommandButton command={`${subject.screen}.failedRows`}>Download the failed rows</CommandButton>
}
