/** The thread that writes one file: a workbook takes a second or more of CPU time, which would block others. */
import { parentPort, workerData } from "node:worker_threads"
import type { FromSheet, SheetHead, SheetRow, ToSheet } from "./sheetMessages.ts"

if (parentPort === null) throw new Error("sheetWorker.ts runs as a worker thread only")
const port = parentPort
const head = workerData as SheetHead

const file =
  head.format === "csv"
    ? (await import("./csvFile.ts")).csvFile(head)
    : (await import("./workbookFile.ts")).workbookFile(head)

port.on("message", (message: ToSheet) => {
  const written = "rows" in message ? file.add(JSON.parse(message.rows) as ReadonlyArray<SheetRow>) : file.end()
  written.then(
    (bytes) => port.postMessage({ bytes } satisfies FromSheet),
    (error: unknown) => {
      // An exception ends the thread, and the other side waits for that.
      queueMicrotask(() => {
        throw error
      })
    }
  )
})
