import { didYouMean } from "#core/base/didYouMean.ts"
import { requiredWords, tooLongWords } from "#core/base/fieldWords.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { isBlank } from "#core/base/visibleText.ts"
import { AttachmentRefused } from "./TicketErrors.ts"
import type { TicketId } from "./ticketIds.ts"
import { ticketLimits } from "./ticketLimits.ts"
import { ticketCategories } from "./tickets.ts"

/** The fields of a ticket as typed. */
export interface TicketFields {
  readonly subject: string
  readonly category: string
  readonly description: string
}

const lengthIssue = (field: string, text: string, most: number): string | undefined =>
  text.length > most ? tooLongWords(field, most) : undefined

const unstorable = (text: string): boolean => text.includes("\0") || !text.isWellFormed()

const textIssue = (field: string, text: string, most: number): string | undefined =>
  isBlank(text)
    ? requiredWords(field)
    : unstorable(text)
      ? `${field} contains a character that can't be saved.`
      : lengthIssue(field, text, most)

/** What is wrong with each field of a ticket; subject, category and description are required (002 §5). */
export const ticketIssues = ({ subject, category, description }: TicketFields): ReadonlyArray<FieldIssue> => {
  const issues: Readonly<Record<keyof TicketFields, string | undefined>> = {
    subject: textIssue("Subject", subject, ticketLimits.subject),
    category:
      category === ""
        ? requiredWords("Category")
        : ticketCategories.some((known) => known === category)
          ? undefined
          : `Category must be one of ${ticketCategories.join(", ")}.${didYouMean(category, ticketCategories)}`,
    description: textIssue("Description", description, ticketLimits.description)
  }
  return Object.entries(issues).flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]))
}

/** A file to attach: its name, size and first bytes. */
export interface Attachment {
  readonly name: string
  readonly size: number
  /** Its first 8 bytes (or all of it). */
  readonly head: Uint8Array
}

const signatures = {
  "image/jpeg": [0xff, 0xd8, 0xff],
  "image/png": [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
} as const
export type ImageType = keyof typeof signatures

/** File types offered by the file picker. */
export const imageTypes = Object.keys(signatures) as ReadonlyArray<ImageType>

/** Detects the image type from the first bytes, whatever the file name; null for anything except JPEG and PNG (002 §5). */
export const imageTypeOf = (head: Uint8Array): ImageType | null =>
  imageTypes.find((type) => signatures[type].every((byte, at) => head[at] === byte)) ?? null

/** The file name of a ticket's image. */
export const imageName = (ticketID: TicketId, image: number, type: string): string =>
  `ticket-${ticketID}-image-${image}.${type === "image/png" ? "png" : "jpg"}`

/** Why files can't be attached in addition to `before`, or null (002 §5 and §8). */
export const attachmentRefusal = (files: ReadonlyArray<Attachment>, before = 0): AttachmentRefused | null => {
  const refused = (reason: AttachmentRefused["data"]["reason"], file: string | null = null) =>
    new AttachmentRefused({ data: { file, reason } })
  if (files.length > ticketLimits.images) return refused("TooManyAtOnce")
  if (files.length + before > ticketLimits.images) return refused("TooManyInAll")
  const large = files.find(({ size }) => size > ticketLimits.imageBytes)
  if (large !== undefined) return refused("TooLarge", large.name)
  const other = files.find(({ head }) => imageTypeOf(head) === null)
  return other === undefined ? null : refused("NotAnImage", other.name)
}
