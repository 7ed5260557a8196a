/** The thread that one file is read in: a hostile one takes its time, and nobody else waits for it. */
import { parentPort, workerData } from "node:worker_threads"
import { type ImportFile, readImportFile } from "./readImportFile.ts"

/** What the thread is started with. */
export interface ImportFileWork {
  readonly file: ImportFile
  readonly headings: ReadonlyArray<string>
}

if (parentPort === null) throw new Error("importFileWorker.ts runs as a worker thread only")
const { file, headings } = workerData as ImportFileWork
parentPort.postMessage(await readImportFile(file, headings))
