import { Schema } from "effect"
import { defineProblem, type Words } from "#core/base/problem.ts"
import type { AuditAction } from "./AuditRecord.ts"

const byHand = "Look at it as it is now, and change it by hand."
const noSecret = { error: "A secret that was given out, replaced or ended doesn't come back.", next: byHand }

/** What cannot be taken back, with the way there is instead. */
const final = {
  "users.create": { error: "Adding a user can't be undone: an email was sent.", next: "Deactivate the user instead." },
  "users.invite": {
    error: "An invitation that was sent can't be undone.",
    next: "Deactivate the user to end its link."
  },
  "apikeys.create": { error: "Creating an API key can't be undone.", next: "Revoke the key instead." },
  "apikeys.rotate": noSecret,
  "apikeys.revoke": noSecret,
  "apikeys.show": noSecret,
  "apikeys.show-once": noSecret,
  "webhooks.create": { error: "Adding a webhook can't be undone.", next: "Remove the webhook instead." },
  "webhooks.rotate": noSecret,
  "webhooks.remove": {
    error: "A webhook that was removed doesn't come back.",
    next: "Add it again; it gets a new secret."
  },
  "subdomains.create": { error: "Adding a subdomain can't be undone.", next: "Take its facilities off it instead." },
  "subdomains.logo": { error: "A logo that was replaced can't be undone.", next: "Upload the former logo again." },
  "companies.create": { error: "Adding a company can't be undone: an email was sent.", next: "Suspend it instead." },
  "settings.logout-all": { error: "Logging out all users can't be undone.", next: "They can sign in again." },
  "account.name": { error: "A change of your own account can't be undone here.", next: "Change it in Manage Account." },
  "account.email": {
    error: "A change of your own account can't be undone here.",
    next: "Change it in Manage Account."
  },
  "account.password": { error: "A password that was replaced doesn't come back.", next: "Change it in Manage Account." }
} as const satisfies Partial<Readonly<Record<AuditAction, Words>>>

const finalWords = (action: string): Words =>
  (final as Readonly<Record<string, Words>>)[action] ?? {
    error: `'${action}' is not a change that can be undone.`,
    next: byHand
  }

const stays = {
  ChangedSince: { error: "It was changed again since, so this change can't be undone.", next: byHand },
  Gone: { error: "What was changed isn't there any more.", next: "There is nothing to undo." },
  Logo: { error: "A removed logo can't be undone.", next: "Upload it again, and change the rest by hand." },
  Final: null
} as const satisfies Readonly<Record<string, Words | null>>

type Reason = keyof typeof stays
const reasons = Object.keys(stays) as unknown as readonly [Reason, ...ReadonlyArray<Reason>]

/** Nobody but whoever made a change takes it back by its number, in the company that it was made in. */
export class ChangeNotFound extends defineProblem<ChangeNotFound>()({
  tag: "ChangeNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ seq: Schema.Int }),
  words: ({ seq }) => ({
    error: `You made no change with the number ${seq} in this company.`,
    next: "List what you did in the company that the change was made in."
  })
}) {}

/** A change that stays as it is, and why. */
export class ChangeStays extends defineProblem<ChangeStays>()({
  tag: "ChangeStays",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ reason: Schema.Literals(reasons), action: Schema.String }),
  words: ({ reason, action }) => stays[reason] ?? finalWords(action)
}) {}
