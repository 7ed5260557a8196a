import { Effect, Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { FmsRunId, Instant } from "#core/base/ids.ts"
import { mostTested, defaultResultCount } from "#core/fms/FmsRun.ts"
import { command } from "./Command.ts"
import { FacilityIds, facilityIdsOf, optionalFacilityField } from "./fields.ts"
import { view } from "./view.ts"

const whole = (minimum: number, maximum: number, label: string, description: string) =>
  ({
    schema: Schema.Int.check(Schema.isBetween({ minimum, maximum })),
    label,
    description,
    optional: true
  }) as const

/** Tests connections in the background, of all facilities by default (001 §4). */
export const testFms = command({
  id: "fms.test",
  title: "Test FMS",
  section: "Facilities",
  keywords: ["integration", "connection", "credentials", "software", "check"],
  input: {
    facilities: {
      schema: FacilityIds,
      label: "Facility",
      description: "Facilities by name or ID, separated by spaces, or --all",
      positional: true,
      optional: true,
      many: true,
      picks: "facilities"
    },
    changedSince: {
      schema: Instant,
      label: "Changed since",
      description: "Only connections changed since this time, or never tested: 2026-03-01T00:00:00Z",
      optional: true
    },
    concurrency: whole(1, 16, "Concurrency", "Tests to run at once (default: set by the server)"),
    retries: whole(0, 3, "Retries", "Retries for calls that fail temporarily"),
    timeout: whole(1, 120, "Timeout", "Timeout of one call, in seconds")
  },
  risk: "changes",
  touches: ["fms"],
  terminal: {
    path: ["fms", "test"],
    examples: [
      "lockdesk fms test --all --format junit --output fms.xml",
      "lockdesk fms test 'Juniper Park' 'Sumac Yard'",
      "lockdesk fms test --all --fail-on new"
    ]
  },
  does: {
    call: "fms.test",
    run: ({ facilities, changedSince, concurrency, retries, timeout }) =>
      withClient((client) =>
        client.fms.test({
          query: {},
          payload: {
            ...(facilities === undefined ? {} : { facilityIDs: facilityIdsOf(facilities) }),
            ...(changedSince === undefined ? {} : { changedSince }),
            ...(concurrency === undefined ? {} : { concurrency }),
            ...(retries === undefined ? {} : { retries }),
            ...(timeout === undefined ? {} : { timeoutSeconds: timeout })
          }
        })
      )
  }
})

/** The latest result of each facility or, with `history`, every result; newest first. */
export const fmsResults = command({
  id: "fms.results",
  title: "Show FMS test results",
  section: "Facilities",
  keywords: ["integration", "history", "connection"],
  input: {
    since: {
      schema: Instant,
      label: "Since",
      description: "Only results since this time: 2026-03-01T00:00:00Z",
      optional: true
    },
    facilityID: { ...optionalFacilityField, description: "Only this facility, by name or id" },
    history: {
      schema: Schema.Boolean,
      label: "History",
      description: "All results, not only each facility's latest",
      optional: true
    },
    limit: whole(1, mostTested, "Limit", "Maximum number of results")
  },
  risk: "reads",
  terminal: {
    path: ["fms", "results"],
    examples: ["lockdesk fms results", "lockdesk fms results --history --facility 'Juniper Park' --json"]
  },
  does: {
    call: "fms.results",
    run: ({ since, facilityID, history, limit = history === true ? defaultResultCount : mostTested }) =>
      withClient((client) =>
        client.fms.results({
          query: {
            ...(since === undefined ? {} : { since }),
            ...(facilityID === undefined ? {} : { facilityID }),
            ...(history === true ? {} : { latest: true }),
            count: limit
          }
        })
      )
  }
})

export const fmsCommands = [
  testFms,
  fmsResults,
  view({
    id: "fms.onlyFailing",
    title: "Show only failing FMS tests",
    section: "Facilities",
    keywords: ["filter", "errors", "integration"]
  })
] as const

/** Progress of a test run, for polling. */
export const fmsRun = (runID: typeof FmsRunId.Type) =>
  withClient((client) => Effect.map(client.fms.run({ params: { id: runID }, query: {} }), ({ data }) => data))

/** All results of one run. */
export const fmsRunResults = (runID: typeof FmsRunId.Type) =>
  withClient((client) => Effect.map(client.fms.results({ query: { runID, count: mostTested } }), ({ data }) => data))

/** The latest result of each facility, by facility id. */
export const lastFmsResults = withClient((client) =>
  Effect.map(client.fms.lastResults({ query: {} }), ({ data }) => data)
)
