/** The thread that reads files, one after another, so that a malicious one delays no one else. */
import { parentPort } from "node:worker_threads"
import { type ImportFile, readImportFile } from "./readImportFile.ts"

/** A request to the thread. */
export interface ImportFileWork {
  readonly file: ImportFile
  readonly headings: ReadonlyArray<string>
}

const port = parentPort
if (port === null) throw new Error("importFileWorker.ts runs as a worker thread only")
// An exception ends the thread: the caller gets the error, and the next file a new thread. The answer is JSON, which the server
// reads in a third of the time that it takes to clone ten thousand rows.
port.on("message", async ({ file, headings }: ImportFileWork) =>
  port.postMessage(JSON.stringify(await readImportFile(file, headings)))
)
