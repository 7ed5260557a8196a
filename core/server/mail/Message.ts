import type { CompanyId, UserId } from "#core/base/ids.ts"

/** A plain-text message to a person. */
export interface Message {
  /** The recipient's company and user id. */
  readonly companyID: CompanyId
  readonly userID: UserId
  readonly to: string
  readonly subject: string
  readonly body: string
  /** The one-time link in `body`, if there is one: only for `to`, and sealed separately from the text. */
  readonly link?: string
  /** Who gets a notice if the message can't be delivered, and the screen where they can correct that. */
  readonly asked?: { readonly by: UserId; readonly path?: string }
  /** An attached file. */
  readonly attachment?: { readonly name: string; readonly bytes: Uint8Array }
}
