import { type Failure, missingInput } from "#cli/output/Failure.ts"
import type { Terminal } from "#cli/output/Terminal.ts"
import { ask } from "./ask.ts"

/** How long to wait for a silent pipe, in milliseconds: a scheduler may leave one open forever. */
const patience = 10_000
/** Bytes of a line at most. */
const longest = 4096

/** Reads a secret from the first line of piped stdin. Fails with `missing` where there is none. */
const secretLine = async ({ streams: { stdin } }: Terminal, missing: Failure): Promise<string> => {
  return new Promise<string>((resolve, reject) => {
    let text = ""
    const finish = (end: () => void) => {
      clearTimeout(waiting)
      stdin.off("data", onData)
      stdin.pause()
      end()
    }
    const waiting = setTimeout(() => finish(() => reject(missing)), patience)
    const onData = (chunk: string) => {
      text += chunk
      const end = text.indexOf("\n")
      if (end >= 0) finish(() => resolve(text.slice(0, end).replace(/\r$/, "")))
      else if (text.length > longest) finish(() => reject(missing))
    }
    stdin.setEncoding("utf8")
    stdin.on("data", onData)
    stdin.once("end", () => finish(() => (text === "" ? reject(missing) : resolve(text))))
    stdin.once("error", (cause) => finish(() => reject(cause)))
  })
}

/** A secret to be asked for. */
export interface SecretQuestion {
  /** The input it is, in the definition. */
  readonly key: string
  readonly label: string
  readonly description: string
  /** The other ways to give it, where there are some: `use --password-file FILE`. */
  readonly otherwise?: string
}

/**
 * A secret: asked for unseen where somebody is at the keyboard, else the first line of stdin. It never stands on a command
 * line, which everybody on the machine can read.
 */
export const secretInput = async (terminal: Terminal, question: SecretQuestion): Promise<string> => {
  const { key, label, description, otherwise } = question
  const ways = `Run it at a terminal, ${otherwise === undefined ? "" : `${otherwise}, `}or pipe it in: ... < secret.txt`
  const missing = missingInput(label, `${ways}. ${description}.`, key)
  if (!terminal.streams.stdin.isTTY) return secretLine(terminal, missing)
  if (!terminal.mayAsk) throw missing
  return ask(terminal, { label, description, hidden: true, choices: [] })
}
