import { Effect, Schema } from "effect"
import { failureKinds, simulatorPassword, simulatorPaths } from "#core/fms/fmsSimulators.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { Call } from "#cli/Call.ts"
import type { LocalCommand, Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"

const whole = (maximum: number, label: string, description: string) =>
  ({
    schema: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum })),
    label,
    description,
    optional: true
  }) as const

const command = {
  id: "fms.simulate",
  title: "Run simulators of facility management software",
  section: "Terminal",
  keywords: ["fms", "sandbox", "demo", "test"],
  input: {
    systems: {
      schema: Schema.String,
      label: "FMS",
      description: `FMS to simulate, by name: ${Object.values(simulatorPaths).join(", ")} (default: all)`,
      positional: true,
      optional: true,
      many: true
    },
    port: whole(65_535, "Port", "The port to listen on, this machine only (any free port by default)"),
    fail: {
      schema: Schema.Literals(failureKinds),
      label: "Fail",
      description: `Make every call fail this way: ${failureKinds.join(", ")}`,
      optional: true
    },
    seed: whole(2_147_483_647, "Seed", "Seed for random units and delays (default: 1)"),
    latency: whole(60_000, "Latency", "Maximum response time in milliseconds (default: 0)")
  },
  risk: "reads",
  terminal: {
    path: ["fms", "simulate"],
    examples: ["lockdesk fms simulate", "lockdesk fms simulate sitelink yardi --port 4500 --fail auth"]
  }
} as const satisfies LocalCommand

const systemOf = (text: string): FmsId | undefined => {
  const byPath = Fms.ids.find((id) => simulatorPaths[id] === text.trim().toLowerCase())
  const id = byPath ?? Fms.parse(text)
  return id !== undefined && simulatorPaths[id] !== undefined ? id : undefined
}

/** Runs simulators in this process until they are stopped. */
export const verb: Verb = {
  command,
  offline: true,
  untilStopped: true,
  run: Effect.fnUntraced(function* (call: Call) {
    const { systems, latency, ...input } = yield* readInput(call, command.input)
    const named = (systems ?? "").split("\n").filter((text) => text.trim() !== "")
    const unknown = named.find((text) => systemOf(text) === undefined)
    if (unknown !== undefined) {
      return yield* Effect.fail(
        usageFailure(`There is no simulator for '${unknown}'.`, `Use ${Object.values(simulatorPaths).join(", ")}.`, {
          field: "systems"
        })
      )
    }
    const { simulateUntilStopped } = yield* Effect.promise(() => import("#cli/local/simulateUntilStopped.ts"))
    call.terminal.talk(`All simulators use the password '${simulatorPassword}'. None of them contacts a real FMS.`)
    call.terminal.talk(
      `Hummingbird: the Company ID is the Facility GDS ID. Yardi: the username is the property code. WebSelfStorage: the access token is ${simulatorPassword}:ENTITY.`
    )
    return yield* Effect.uninterruptible(
      Effect.tryPromise({
        try: () =>
          simulateUntilStopped(
            call.terminal,
            {
              ...input,
              ...(latency === undefined ? {} : { latency: [0, latency] as const }),
              ...(named.length === 0 ? {} : { systems: named.flatMap((text) => systemOf(text) ?? []) })
            },
            call.signal
          ),
        catch: (cause) => cause
      })
    ).pipe(Effect.as(exitCodes.done))
  })
}
