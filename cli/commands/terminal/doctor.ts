import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { show, shownList } from "#cli/output/shown.ts"
import { localFindings, serverFindings } from "./doctorChecks.ts"

const command: LocalCommand = {
  id: "doctor",
  title: "Diagnose problems",
  section: "Terminal",
  keywords: ["check", "health", "diagnose"],
  input: {},
  risk: "reads",
  terminal: {
    path: ["doctor"],
    examples: ["lockdesk doctor", "lockdesk doctor --host https://console.example.com --json"]
  }
}

/** Checks this machine, the server and the session; exit 9 if there is a problem. */
export const verb: Verb = {
  command,
  offline: true,
  fields: ["check", "ok", "detail", "next"],
  run: Effect.fnUntraced(function* (call: Call) {
    const local = yield* localFindings(call)
    const hasTarget = local.every((each) => each.check !== "profile" || each.ok)
    const findings = hasTarget ? [...local, ...(yield* serverFindings(call, call.target()))] : local
    yield* show(
      call.terminal,
      shownList("checks", findings, [
        { heading: "", text: (row) => (row.ok ? "ok" : "FAIL") },
        { heading: "Check", text: (row) => row.check },
        { heading: "Found", text: (row) => (row.next === null ? row.detail : `${row.detail} Next: ${row.next}`) }
      ])
    )
    const failed = findings.filter((each) => !each.ok)
    if (failed.length === 0) return exitCodes.done
    call.terminal.talk(`${failed.length} of ${findings.length} checks failed.`)
    return exitCodes.checksFailed
  })
}
