import { withoutMark } from "#cli/local/readTextFile.ts"
import { type Failure, missingInput } from "#cli/output/Failure.ts"
import type { Terminal } from "#cli/output/Terminal.ts"
import { ask } from "./ask.ts"

/** How long to wait for a silent pipe, in milliseconds: a scheduler may leave one open forever. */
const patience = 10_000
/** The maximum length of a line, in bytes. */
const longest = 4096

/** Reads one secret per line from piped stdin, `missing.length` in all. Fails with the one of the first missing line. */
const secretLines = async (
  { streams: { stdin } }: Terminal,
  missing: ReadonlyArray<Failure>
): Promise<ReadonlyArray<string>> => {
  const count = missing.length
  return new Promise<ReadonlyArray<string>>((resolve, reject) => {
    let text = ""
    const finish = (end: () => void) => {
      clearTimeout(waiting)
      stdin.off("data", onData)
      stdin.pause()
      end()
    }
    // The last line may lack its end.
    const complete = () => (text === "" ? [] : text.replace(/\n$/, "").split("\n"))
    const lacking = () => finish(() => reject(missing[complete().length] ?? missing[0]))
    const waiting = setTimeout(lacking, patience)
    const linesOf = (lines: ReadonlyArray<string>) => lines.slice(0, count).map((line) => line.replace(/\r$/, ""))
    const onData = (chunk: string) => {
      text += text === "" ? withoutMark(chunk) : chunk
      const lines = text.split("\n")
      if (lines.length > count) finish(() => resolve(linesOf(lines)))
      else if (text.length > longest) lacking()
    }
    stdin.setEncoding("utf8")
    stdin.on("data", onData)
    stdin.once("end", () => {
      if (complete().length < count) lacking()
      else finish(() => resolve(linesOf(complete())))
    })
    stdin.once("error", (cause) => finish(() => reject(cause)))
  })
}

/** A secret to prompt for. */
export interface SecretQuestion {
  /** The input's name in the definition. */
  readonly key: string
  readonly label: string
  readonly description: string
  /** Another way to give it, if there is one: `use --password-file FILE`. */
  readonly otherwise?: string
}

/**
 * A secret: prompted for without echo at a keyboard, otherwise the first line of stdin. Never an argument, because every
 * user of the machine can read command lines.
 */
export const secretInput = async (terminal: Terminal, question: SecretQuestion): Promise<string> =>
  (await secretInputs(terminal, [question]))[0] ?? ""

/** Several secrets, each prompted for in turn or on its own line of stdin. */
export const secretInputs = async (
  terminal: Terminal,
  questions: ReadonlyArray<SecretQuestion>
): Promise<ReadonlyArray<string>> => {
  const missing = questions.map(({ key, label, otherwise }, nth) => {
    const ways = ["Type it at a terminal", ...(otherwise === undefined ? [] : [otherwise])].join(", ")
    return missingInput(label, `${ways}, or pipe it in${nth === 0 ? "" : ` on line ${nth + 1}`} (< secret.txt).`, key)
  })
  const [first] = missing
  if (first === undefined) return []
  if (!terminal.atKeyboard) return secretLines(terminal, missing)
  if (!terminal.mayAsk) throw first
  const answers: Array<string> = []
  for (const question of questions) {
    const { label, description } = question
    answers.push(await ask(terminal, { label, description, hidden: true, choices: [] }))
  }
  return answers
}
