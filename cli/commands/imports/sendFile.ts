import { Effect, Result } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { isProblem } from "#core/api/problem.ts"
import { whichSheetWords } from "#core/base/files/tableFileFaults.ts"
import type { Call } from "#cli/Call.ts"
import { askSheet } from "#cli/input/listFile.ts"
import { importSource } from "./importSource.ts"

/** An uploaded file, and its sheet. */
interface SentFile {
  readonly file: File
  readonly sheet?: string
}

/** Reads a file, or stdin for `-`, and uploads it; at a terminal it asks for the sheet of a workbook. */
export const sendFile = Effect.fnUntraced(function* <A>(
  call: Call,
  path: string,
  sheet: string | undefined,
  send: (sent: SentFile) => Effect.Effect<{ readonly data: A }, unknown, ApiClient>
) {
  const { terminal } = call
  const file = yield* Effect.tryPromise({ try: () => importSource(terminal, path), catch: (cause) => cause })
  const sent = yield* Effect.result(send({ file, ...(sheet === undefined ? {} : { sheet }) }))
  if (Result.isSuccess(sent)) return sent.success.data
  const refusal = sent.failure
  const sheets = isProblem(refusal) && refusal._tag === "ImportFileRefused" ? refusal.data.sheets : undefined
  if (sheets === undefined || sheet !== undefined || !terminal.mayAsk) return yield* Effect.fail(refusal)
  terminal.talk(`${path}: ${whichSheetWords(sheets, null).error}`)
  const chosen = yield* Effect.tryPromise({ try: () => askSheet(terminal, sheets), catch: (cause) => cause })
  return (yield* send({ file, sheet: chosen })).data
})
