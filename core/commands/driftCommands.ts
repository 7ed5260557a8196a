import { Effect, Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { FacilityId } from "#core/base/ids.ts"
import { command } from "./Command.ts"
import { FacilityIds, facilityIdsOf, refreshField } from "./fields.ts"
import { passed, view } from "./view.ts"

/** A facility id, or several ids separated by line breaks or commas. */
const Facilities = Schema.Union([FacilityId, FacilityIds])

/** The mismatches between a facility's management software and its locks; with `refresh`, fetches today's units first. */
export const facilityDrift = (facilityID: FacilityId, refresh = false) =>
  withClient((client) => {
    const facility = { params: { id: facilityID }, query: {} }
    const show = client.drift.show(facility)
    return refresh ? Effect.andThen(client.units.forget(facility), show) : show
  })

/** Finds drift in one facility after another, because each management system has its own rate limit. */
export const diffFms = command({
  id: "fms.diff",
  title: "Show mismatches of a facility",
  section: "Facilities",
  keywords: ["drift", "diff", "compare", "paid", "overlocked", "delinquent", "vacant", "disagree", "audit"],
  input: {
    facilities: {
      schema: Facilities,
      label: "Facility",
      description: "A facility by name or ID, several separated by spaces, or --all",
      positional: true,
      many: true,
      picks: "facility"
    },
    refresh: refreshField
  },
  risk: "reads",
  terminal: {
    path: ["fms", "diff"],
    examples: [
      "lockdesk fms diff 'Juniper Park'",
      "lockdesk fms diff --all --kind paid-overlocked --format junit --output drift.xml",
      "lockdesk fms diff 12 --refresh --json kind,unit,line"
    ]
  },
  does: {
    call: "drift.show",
    run: ({ facilities, refresh }) =>
      Effect.forEach(facilityIdsOf(String(facilities)), (id) => facilityDrift(id, refresh === true))
  }
})

export const driftCommands = [
  diffFms,
  view({
    id: "drift.fix",
    title: "Fix mismatch",
    section: "Lists",
    scope: "lists",
    keys: ["f"],
    keywords: ["correct", "drift", "disagree"]
  }),
  view({
    id: "drift.compareAll",
    title: "Compare all facilities",
    section: "Facilities",
    keywords: ["drift", "diff", "mismatch", "refresh"]
  }),
  view({
    id: "drift.kind",
    input: { kind: passed(Schema.String) },
    title: "Show one kind of mismatch",
    section: "Lists",
    scope: "lists"
  })
] as const
