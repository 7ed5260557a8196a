/** A message to a person, in plain text. */
export interface Message {
  /** The company and the user it is for. */
  readonly companyID: number
  readonly userID: number
  readonly to: string
  readonly subject: string
  readonly body: string
  /** The one-time address in `body`, where it has one: it is for `to` alone, and sealed apart from the text. */
  readonly link?: string
  /** A file that goes with it. */
  readonly attachment?: { readonly name: string; readonly bytes: Uint8Array }
}
