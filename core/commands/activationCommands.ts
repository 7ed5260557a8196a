import { Schema } from "effect"
import { passed, view } from "./view.ts"

/**
 * Commands of the Activate Locks screen besides `locks.activate` (001 §2, §8). With `input.line` they act on one line
 * only.
 */
export const activationCommands = [
  view({
    id: "activate.retry",
    input: { line: passed(Schema.Number) },
    title: "Send failed activations again",
    section: "Locks",
    keywords: ["retry", "resend"],
    call: "locks.activate"
  }),
  view({
    id: "activate.clearFailed",
    input: { line: passed(Schema.Number) },
    title: "Clear failed activations",
    section: "Locks",
    keywords: ["remove", "dismiss"],
    call: "locks.activate"
  }),
  view({
    id: "activate.tone",
    title: "Turn the scan tone on or off",
    section: "Locks",
    keywords: ["sound", "beep", "mute", "audible"],
    call: "locks.activate"
  }),
  view({
    id: "activate.showOlder",
    title: "Show older activations",
    section: "Locks",
    keywords: ["more", "earlier"],
    call: "locks.activate"
  })
] as const
