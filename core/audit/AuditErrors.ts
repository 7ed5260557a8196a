import { Schema } from "effect"
import { defineProblem, type Words } from "#core/base/problem.ts"
import type { AuditAction } from "./AuditRecord.ts"

const byHand = "Open it and change it back yourself."
const noSecret = { error: "Secret changes can't be undone.", next: byHand }

/** Changes that can't be undone, each with what to do instead. */
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
    error: "A removed webhook can't be restored.",
    next: "Add it again. It gets a new secret."
  },
  "subdomains.create": { error: "Adding a subdomain can't be undone.", next: "Remove its facilities instead." },
  "subdomains.logo": { error: "A logo that was replaced can't be undone.", next: "Upload the old logo again." },
  "companies.create": { error: "Adding a company can't be undone: an email was sent.", next: "Suspend it instead." },
  "settings.logout-all": { error: "Logging out all users can't be undone.", next: "They can sign in again." },
  "account.name": { error: "Changes to your own account can't be undone here.", next: "Change it in Manage Account." },
  "account.email": {
    error: "Changes to your own account can't be undone here.",
    next: "Change it in Manage Account."
  },
  "account.password": { error: "A password change can't be undone.", next: "Change it in Manage Account." }
} as const satisfies Partial<Readonly<Record<AuditAction, Words>>>

const finalWords = (action: string): Words =>
  (final as Readonly<Record<string, Words>>)[action] ?? {
    error: `'${action}' is not a change that can be undone.`,
    next: byHand
  }

const stays = {
  ChangedSince: { error: "It has changed since, so this change can't be undone.", next: byHand },
  Gone: { error: "The item no longer exists.", next: "There is nothing to undo." },
  Logo: { error: "A removed logo can't be undone.", next: "Upload it again, and change the rest yourself." },
  Final: null
} as const satisfies Readonly<Record<string, Words | null>>

type Reason = keyof typeof stays
const reasons = Object.keys(stays) as unknown as readonly [Reason, ...ReadonlyArray<Reason>]

/** Only the user who made a change can undo it by its number, in the company where they made it. */
export class ChangeNotFound extends defineProblem<ChangeNotFound>()({
  tag: "ChangeNotFound",
  status: 404,
  exit: "notFound",
  data: Schema.Struct({ seq: Schema.Int }),
  words: ({ seq }) => ({
    error: `You made no change with the number ${seq} in this company.`,
    next: "List your changes in the company where you made it."
  })
}) {}

/** A change that can't be undone; the message says why. */
export class ChangeStays extends defineProblem<ChangeStays>()({
  tag: "ChangeStays",
  status: 409,
  exit: "conflict",
  data: Schema.Struct({ reason: Schema.Literals(reasons), action: Schema.String }),
  words: ({ reason, action }) => stays[reason] ?? finalWords(action)
}) {}
