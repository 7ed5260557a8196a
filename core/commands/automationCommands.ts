import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { becomes, type Release, releaseKinds, releases } from "#core/automations/releaseActions.ts"
import type { UnlockDelivery } from "#core/automations/UnlockDelivery.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { command } from "./Command.ts"
import { serialField, textField, typedAs } from "./fields.ts"
import { view } from "./view.ts"

type Becomes = (typeof becomes)[number]

const dontChange = "Don't change"
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, "")
const labelOf = (chosen: Becomes | 0): string => (chosen === 0 ? dontChange : LockStatus.label(chosen))

/** The status a lock changes to, by name or number; 0 is No change, for either kind of unit. */
const ReleaseChoice = typedAs<Becomes | 0>(
  Schema.Literals([...becomes, 0]),
  (text) => (letters(text) === letters(dontChange) ? 0 : becomes.find((status) => status === LockStatus.parse(text))),
  labelOf
)

/**
 * Sets the release action for one kind of unit; only that kind's statuses are accepted (002 §5). With `was`, it is refused if
 * someone else has changed it since.
 */
export const setRelease = (release: Release, status: LockStatusId, was?: LockStatusId) =>
  withClient((client) => {
    const payload = { status: status as never, ...(was === undefined ? {} : { was: was as never }) }
    return release === "vacant"
      ? client.automations.setVacant({ query: {}, payload })
      : client.automations.setOverlock({ query: {}, payload })
  })

export const showAutomations = command({
  id: "automations.show",
  title: "Show the automations",
  section: "Automations",
  keywords: ["automatic", "status", "release", "unlock code"],
  input: {},
  risk: "reads",
  terminal: { path: ["automations", "show"], examples: ["lockdesk automations show"] },
  does: { call: "automations.profile", run: () => withClient((client) => client.automations.profile({ query: {} })) }
})

export const setAutomation = command({
  id: "automations.set",
  title: "Set what a lock becomes when its unlock code is delivered",
  section: "Automations",
  keywords: ["automatic", "status", "release", "vacant", "overlock"],
  input: {
    units: {
      schema: Schema.Literals(releaseKinds),
      label: "Units",
      description: "Of newly rented units (vacant), or of overlocked ones (overlock)",
      positional: true,
      choices: releaseKinds
    },
    status: {
      schema: ReleaseChoice,
      label: "Status",
      description: "What the lock becomes, by name or number",
      positional: true,
      choices: [...becomes, 0 as const].map(labelOf)
    }
  },
  risk: "changes",
  touches: ["automations", "audit"],
  terminal: {
    path: ["automations", "set"],
    examples: ["lockdesk automations set overlock Available", "lockdesk automations set vacant dont-change"]
  },
  does: {
    call: "automations.setVacant",
    run: ({ units, status }) => setRelease(units, status === 0 ? releases[units].status : status)
  }
})

/** Reports a delivery for a lock or, in the terminal, for a unit. */
export const reportDelivery = (payload: UnlockDelivery) =>
  withClient((client) => client.automations.unlockDelivered({ query: {}, payload }))

/** Called by the system that delivers unlock codes to tenants (decision 17). */
export const unlockDelivered = command({
  id: "automations.unlockDelivered",
  title: "Record an unlock-code delivery",
  section: "Automations",
  keywords: ["tenant", "message", "sms", "integration"],
  input: {
    // Not named `serialCode`: the palette offers typed serial codes to every field of that name, and a caller's lock is
    // not a delivery.
    lock: serialField,
    delivery: textField({
      label: "Delivery",
      description: "A unique ID, such as the message ID; repeats have no effect"
    })
  },
  risk: "changes",
  touches: ["locks", "audit"],
  terminal: {
    path: ["automations", "unlock-delivered"],
    examples: [
      "lockdesk automations unlock-delivered 10482233 --delivery SM81f0c2",
      "lockdesk automations unlock-delivered --facility 'Maple St' --unit B-114 --delivery SM81f0c2"
    ]
  },
  does: {
    call: "automations.unlockDelivered",
    run: ({ lock, delivery }) => reportDelivery({ deliveryID: delivery, serialCode: lock })
  }
})

export const automationCommands = [
  showAutomations,
  setAutomation,
  unlockDelivered,
  view({ id: "automations.takeTheirs", title: "Load latest version", section: "Automations", keywords: ["conflict"] }),
  view({ id: "automations.cancel", title: "Cancel Changes", section: "Automations", keywords: ["discard", "reset"] })
] as const
