import { Writable } from "node:stream"
import { exitCodes } from "#cli/exitCodes.ts"
import { oneLine } from "#cli/output/ansi.ts"
import { Failure } from "#cli/output/Failure.ts"
import type { Question } from "#cli/output/Question.ts"
import type { Terminal } from "#cli/output/Terminal.ts"

/** The user canceled a question. */
export const cancelled = (): Failure =>
  new Failure({
    code: "Cancelled",
    message: "Canceled. Nothing was changed.",
    next: "Run it again when you want to.",
    exit: exitCodes.cancelled
  })

const interrupted = () =>
  new Failure({ code: "Interrupted", message: "Interrupted.", next: "Run it again.", exit: exitCodes.interrupted })

/**
 * Asks on stderr and reads one line from the keyboard, or delegates to the terminal's asker. Esc and Ctrl+D cancel (exit
 * 3), Ctrl+C interrupts (130). Call it only if `terminal.mayAsk`; otherwise it would wait forever.
 */
export const ask = async (terminal: Terminal, question: Question): Promise<string> => {
  if (terminal.asker !== undefined) return terminal.asker(question)
  const { stdin, stderr } = terminal.streams
  const { createInterface } = await import("node:readline")
  terminal.status(null)
  for (const [index, choice] of question.choices.entries()) stderr.write(`  ${index + 1}  ${oneLine(choice)}\n`)
  // Only the last line is the prompt: redrawing a longer one would move it.
  const asked = askedLines(terminal, question)
  const prompt = `${asked.pop() ?? ""} `
  for (const line of asked) stderr.write(`${line}\n`)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: stdin,
    output: question.hidden ? silent : stderr,
    terminal: true,
    historySize: 0
  })
  try {
    return await new Promise<string>((resolve, reject) => {
      const onKey = (_text: string | undefined, key: { readonly name?: string; readonly meta?: boolean }) => {
        if (key.name === "escape" && key.meta !== false) reject(cancelled())
      }
      stdin.on("keypress", onKey)
      lines.once("close", () => {
        stdin.off("keypress", onKey)
        reject(cancelled())
      })
      lines.once("SIGINT", () => reject(interrupted()))
      if (question.hidden) stderr.write(prompt)
      lines.question(question.hidden ? "" : prompt, (answer) => {
        if (question.hidden) stderr.write("\n")
        resolve(chosen(question, answer))
      })
    }).catch((cause: unknown) => {
      stderr.write("\n")
      throw cause
    })
  } finally {
    lines.close()
    stdin.pause()
  }
}

/** The label and the description of a question, on one line if they fit. */
const askedLines = (terminal: Terminal, question: Question): Array<string> => {
  const { bold, dim } = terminal.paint
  const [label, description] = [labelOf(question), `(${question.description})`]
  const line = `${label} ${description}: `
  if (terminal.fitting(line) === line) return [`${bold(label)} ${dim(description)}:`]
  const parts = [[label, bold] as const, [`${description}:`, dim] as const]
  return parts.flatMap(([text, paint]) => terminal.fitting(text).split("\n").map(paint))
}

const labelOf = ({ label, confirms }: Question): string => (confirms === true ? `${label} Continue?` : label)

/** A digit selects the choice with that number. */
const chosen = (question: Question, answer: string): string => {
  const text = question.hidden ? answer : answer.trim()
  return /^\d$/.test(text) ? (question.choices[Number(text) - 1] ?? text) : text
}

/** Asks for confirmation: true with --yes, and a failure if prompting is not possible. */
export const confirm = async (terminal: Terminal, yes: boolean, wanted: string): Promise<void> => {
  if (yes) return
  const what = terminal.company === null ? wanted : `Acting for ${terminal.company}. ${wanted}`
  if (!terminal.mayAsk) {
    throw new Failure({
      code: "MissingInput",
      message: `${what} Confirm with --yes.`,
      next: "Add --yes.",
      exit: exitCodes.usage,
      field: "yes"
    })
  }
  const question = { label: what, description: "yes or no", hidden: false, choices: [], confirms: true } as const
  const answer = await ask(terminal, question)
  if (!/^y(es)?$/i.test(answer)) throw cancelled()
}

/** Says what a plan will change: as a question, or as a message if it needs no confirmation. */
export const confirmPlan = async (terminal: Terminal, confirmed: boolean, plan: string): Promise<void> =>
  confirmed ? terminal.talk(plan) : confirm(terminal, false, plan)
