/** The thread that files are read in, one after another: a hostile one takes its time, and nobody else waits for it. */
import { parentPort } from "node:worker_threads"
import { type ImportFile, readImportFile } from "./readImportFile.ts"

/** What the thread is told to read. */
export interface ImportFileWork {
  readonly file: ImportFile
  readonly headings: ReadonlyArray<string>
}

const port = parentPort
if (port === null) throw new Error("importFileWorker.ts runs as a worker thread only")
// What a reading throws ends the thread: whoever waits for it is told, and the next file gets a new one.
port.on("message", async ({ file, headings }: ImportFileWork) => port.postMessage(await readImportFile(file, headings)))
