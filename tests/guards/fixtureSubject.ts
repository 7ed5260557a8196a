/** The files of a subject with one call, one command and one verb. */
export const files: Readonly<Record<string, string>> = {
  "core/gates/GatesApi.ts": `
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { anybody, DeclaredAccess } from "#core/auth/Access.ts"
import { success } from "#core/base/paging.ts"

const Gate = Schema.Struct({ name: Schema.String })

export class GatesApi extends HttpApiGroup.make("gates").add(
  HttpApiEndpoint.get("list", "/gates", { success: success(Schema.Array(Gate)) }).annotate(DeclaredAccess, anybody)
) {}
`,
  "core/commands/gateCommands.ts": `
import { withClient } from "#core/api/ApiClient.ts"
import { command } from "./Command.ts"

export const listGates = command({
  id: "gates.list",
  title: "List gates",
  section: "Facilities",
  keywords: ["doors"],
  input: {},
  risk: "reads",
  terminal: { path: ["gates", "ls"], examples: ["lockdesk gates ls"] },
  does: { call: "gates.list", run: () => withClient((client) => client.gates.list()) }
})

export const gateCommands = [listGates] as const
`,
  "core/server/gates/Gates.ts": `
import { Context, Effect, Layer } from "effect"

export class Gates extends Context.Service<Gates, { readonly list: Effect.Effect<ReadonlyArray<{ name: string }>> }>()(
  "lockdesk/server/Gates"
) {
  static readonly layer = Layer.succeed(Gates, { list: Effect.succeed([{ name: "Front gate" }]) })
}
`,
  "core/server/gates/GatesHttp.ts": `
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#core/api/Api.ts"
import { Gates } from "./Gates.ts"

export const GatesHttp = HttpApiBuilder.group(
  Api,
  "gates",
  Effect.fn(function* (handlers) {
    const gates = yield* Gates
    return handlers.handleAll({ list: () => Effect.map(gates.list, (data) => ({ success: true as const, data })) })
  })
)
`,
  "core/server/gates/subject.ts": `
import { Gates } from "./Gates.ts"
import { GatesHttp } from "./GatesHttp.ts"

export const calls = GatesHttp
export const services = Gates.layer
`,
  "cli/commands/gates/ls.ts": `
import { listGates } from "#core/commands/gateCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"

export const verb = callVerb(listGates, ({ data }) => shownList("gates", data, [{ heading: "Gate", text: ({ name }) => name }]))
`,
  "cli/commands/gates/verbs.ts": `
import { verb as ls } from "./ls.ts"

export const verbs = [ls] as const
`
}

/** The line it adds to each of these existing files. */
export const lines: Readonly<Record<string, string>> = {
  "core/subjects.ts": '  gates: () => import("#core/gates/GatesApi.ts"),',
  "core/commands/lists.ts": 'export { gateCommands } from "./gateCommands.ts"',
  "core/server/subjects.ts": 'export * as gates from "./gates/subject.ts"'
}
