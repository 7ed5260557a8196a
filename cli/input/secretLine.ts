import { missingInput } from "#cli/output/Failure.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

/** How long a pipe that says nothing is waited for, in milliseconds: a scheduler may leave one open for ever. */
const patience = 10_000
/** Bytes of a line at most. */
const longest = 4096

/** The first line of stdin, which is no terminal: a secret that was piped in. */
export const secretLine = async ({ streams: { stdin } }: Terminal): Promise<string> => {
  const missing = missingInput(
    "Password",
    "Run it at a terminal, or pipe the password in: ... < password.txt",
    "password"
  )
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
