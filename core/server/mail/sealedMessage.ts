import { Effect } from "effect"
import type { CompanyId } from "#core/base/ids.ts"
import type { Keyring } from "../secrets/Keyring.ts"
import type { Message } from "./Message.ts"

/** The context in which a message's text is sealed, besides the company's key. */
const textContext = (to: string): string => `mail\n${to}`
const fileContext = (to: string): string => `mail attachment\n${to}`
const linkContext = (to: string): string => `mail link\n${to}`

/** Marks the place of the link in the sealed text. Neither our texts nor people's contain this character. */
const linkMark = "\u001f"

/** The sealed columns of a message in the outbox. `sealed` is empty after the message was sent. */
export interface SealedMessage {
  readonly company_id: CompanyId
  readonly recipient: string
  readonly sealed: Uint8Array
  readonly sealed_link: Uint8Array | null
}

/** The sealed attachment of a message, if there is one. */
export interface SealedAttachment {
  readonly attachment_name: string | null
  readonly sealed_attachment: Uint8Array | null
}

/** Seals the text of a message, and its one-time link separately. */
export const sealMessage = Effect.fnUntraced(function* (
  keyring: Keyring["Service"],
  { companyID, to, body, link, attachment }: Message
) {
  const text = link === undefined ? body : body.replaceAll(link, linkMark)
  return {
    sealed: yield* keyring.sealText(companyID, textContext(to), text),
    sealedLink: link === undefined ? null : yield* keyring.sealText(companyID, linkContext(to), link),
    sealedAttachment:
      attachment === undefined
        ? null
        : yield* keyring.sealText(companyID, fileContext(to), Buffer.from(attachment.bytes).toString("base64"))
  }
})

/** The attachment of a sealed message, or null. */
export const openAttachment = Effect.fnUntraced(function* (
  keyring: Keyring["Service"],
  { company_id, recipient, attachment_name: name, sealed_attachment: sealed }: SealedMessage & SealedAttachment
) {
  if (name === null || sealed === null) return null
  const text = yield* keyring.openText(company_id, fileContext(recipient), sealed)
  return { name, bytes: Buffer.from(text, "base64") }
})

/** The note that replaces a one-time link for everyone except its recipient and Super Admins. */
const hiddenLink = (to: string): string => `[one-time link, shown only to ${to} and Super Admins]`

/** The one-time link of a sealed message, or null. */
export const openLink = Effect.fnUntraced(function* (
  keyring: Keyring["Service"],
  { company_id, recipient: to, sealed_link }: SealedMessage
) {
  return sealed_link === null ? null : yield* keyring.openText(company_id, linkContext(to), sealed_link)
})

/** The text of a sealed message, with its one-time link or the note. */
export const openMessage = Effect.fnUntraced(function* (
  keyring: Keyring["Service"],
  { company_id, recipient: to, sealed, sealed_link }: SealedMessage,
  withLink: boolean
) {
  const text = yield* keyring.openText(company_id, textContext(to), sealed)
  if (sealed_link === null || !text.includes(linkMark)) return text
  const link = withLink ? yield* keyring.openText(company_id, linkContext(to), sealed_link) : hiddenLink(to)
  return text.replaceAll(linkMark, link)
})
