import { Effect, Schema, Stream } from "effect"
import type { Multipart } from "effect/http"
import { Malformed, TooLarge } from "#core/api/ApiErrors.ts"
import { FacilityId } from "#core/base/ids.ts"
import { AttachmentRefused } from "#core/support/TicketErrors.ts"
import { attachmentRefusal, type TicketFields } from "#core/support/ticketRules.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { knownParts } from "../http/knownParts.ts"

/** An image attached to a ticket. */
export interface TicketImage {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A submitted ticket: its fields as typed, and its attachments, checked to be images. */
export interface TicketForm extends TicketFields {
  readonly facilityIDs: ReadonlyArray<FacilityId>
  readonly images: ReadonlyArray<TicketImage>
}

const textFields: ReadonlyArray<string> = ["subject", "category", "description"]

const malformed = (path: string, message: string) =>
  // `Problems` declares it for every call, so it is not among the call's own failures.
  Effect.die(new Malformed({ data: { issues: [{ path, message }] } }))

const isFacilityId = Schema.is(FacilityId)

/** File names are shown and mailed: no path, no control characters, limited length. */
const plainName = (name: string): string =>
  (name.toWellFormed().split(/[/\\]/).at(-1) ?? "").replace(/\p{Cc}/gu, "").slice(0, 120) || "image"

/** The refusal of a form that is broken or exceeds its limits. */
const refusedForm = ({ reason }: Multipart.MultipartError) => {
  switch (reason._tag) {
    case "FileTooLarge":
      return Effect.fail(new AttachmentRefused({ data: { file: null, reason: "TooLarge" } }))
    case "BodyTooLarge":
      return Effect.die(new TooLarge({ data: { maxBytes: ticketLimits.images * ticketLimits.imageBytes } }))
    case "FieldTooLarge":
    case "TooManyParts":
      return malformed("", "The form is larger than a ticket can be.")
    case "InternalError":
    case "Parse":
      return malformed("", "The form could not be read.")
  }
}

/** Reads the form of a ticket part by part. Each image is checked before the next one is read. */
export const readTicketForm = (
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>
): Effect.Effect<TicketForm, AttachmentRefused> =>
  Effect.gen(function* () {
    const texts = new Map<string, string>()
    const facilityIDs: Array<FacilityId> = []
    const images: Array<TicketImage> = []
    yield* Stream.runForEach(knownParts(parts, [...textFields, "facilityIDs"]), (part) =>
      Effect.gen(function* () {
        if (part._tag === "Field") {
          if (part.key !== "facilityIDs") {
            if (texts.has(part.key)) return yield* malformed(part.key, "Send this field only once.")
            // Forms end lines with CR LF, even if the user typed LF.
            return void texts.set(part.key, part.value.replaceAll("\r\n", "\n"))
          }
          const id = Number(part.value)
          if (!isFacilityId(id)) return yield* malformed("facilityIDs", "Expected the id of a facility")
          if (facilityIDs.length >= ticketLimits.facilities)
            return yield* malformed("facilityIDs", "There are too many.")
          return void facilityIDs.push(id)
        }
        const bytes = yield* part.contentEffect
        // An empty file picker sends a file without a name.
        if (bytes.length === 0 && part.name === "") return
        const name = plainName(part.name)
        const refusal = attachmentRefusal([{ name, size: bytes.length, head: bytes.subarray(0, 8) }], images.length)
        if (refusal !== null) return yield* refusal
        images.push({ name, bytes })
      })
    )
    const text = (key: string): string => texts.get(key) ?? ""
    const fields = { subject: text("subject"), category: text("category"), description: text("description") }
    return { ...fields, facilityIDs, images }
  }).pipe(Effect.catchTag("MultipartError", refusedForm))
