import { Effect, Schema, Stream } from "effect"
import { HttpBody } from "effect/http"
import { withClient } from "#core/api/ApiClient.ts"
import { CompanyId, FacilityId } from "#core/base/ids.ts"
import { mostNewest } from "#core/base/paging.ts"
import { ImageNumber, TicketId } from "#core/support/ticketIds.ts"
import { ticketCategories } from "#core/support/tickets.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { command, type InputField } from "./Command.ts"
import { limitField, optionalFacilityField, serialField, textField } from "./fields.ts"

/** Form values: texts and files. `File` is the platform's, in a browser or in Node. */
type FormValues = Parameters<typeof HttpBody.formDataRecord>[0]

const aboutField = {
  schema: serialField.schema,
  label: serialField.label,
  description: "A lock it is about",
  picks: "lock",
  optional: true
} as const satisfies InputField<string>

const facilitiesField = {
  schema: Schema.Array(FacilityId).check(Schema.isMaxLength(ticketLimits.facilities)),
  label: "Facilities",
  description: "Facilities it is about",
  optional: true,
  asked: "never"
} as const satisfies InputField<ReadonlyArray<number>>

/** Puts the lock's serial code above the description of a ticket. */
const aboutLock = (serialCode: string | undefined, description: string): string =>
  serialCode === undefined ? description : `Serial Code: ${serialCode}\n\n${description}`

export const createTicket = command({
  id: "support.ticket",
  title: "Contact support",
  section: "Support",
  keywords: ["ticket", "help", "feedback", "problem", "report"],
  input: {
    subject: textField({ label: "Subject", description: "What it is about" }),
    category: textField({ label: "Category", description: "Which part it is about", choices: ticketCategories }),
    description: textField({ label: "Description", description: "What happened, and what you expected" }),
    serialCode: aboutField,
    facilityID: optionalFacilityField,
    facilityIDs: facilitiesField,
    images: {
      schema: Schema.Array(Schema.Unknown),
      label: "Images",
      description: "At most 5",
      optional: true,
      asked: "never"
    }
  },
  risk: "changes",
  touches: ["audit"],
  terminal: {
    path: ["tickets", "create"],
    examples: [
      "lockdesk tickets create --subject 'Gate keypad' --category Other --description 'It does not answer.'",
      "lockdesk tickets create --subject 'Failed to Activate Locks' --category 'Lock Inquiry' --description 'See the image.' --serial-code 10482233 --files label.jpg"
    ]
  },
  does: {
    call: "support.ticket",
    run: ({ subject, category, description, serialCode, facilityID, facilityIDs = [], images = [] }) =>
      Effect.suspend(() => {
        const form = {
          subject,
          category,
          description: aboutLock(serialCode, description),
          facilityIDs: facilityID === undefined ? facilityIDs : [facilityID, ...facilityIDs],
          files: images
        }
        const { formData: payload } = HttpBody.formDataRecord(form as FormValues)
        return withClient((client) => client.support.ticket({ query: {}, payload }))
      })
  }
})

/** Lists support tickets. For Super Admins only; each reading is audited. */
export const listTickets = command({
  id: "support.tickets",
  title: "List the support tickets",
  section: "Support",
  keywords: ["help", "requests", "images"],
  input: {
    company: { schema: CompanyId, label: "Company", description: "Only of this company, by its id", optional: true },
    from: { schema: TicketId, label: "From", description: "Tickets older than this number", optional: true },
    limit: limitField
  },
  risk: "reads",
  terminal: { path: ["tickets", "ls"], examples: ["lockdesk tickets ls", "lockdesk tickets ls --company 12 --json"] },
  does: {
    call: "support.tickets",
    run: ({ company: companyID, from, limit }) =>
      withClient((client) =>
        client.support.tickets({
          query: { companyID, from, ...(limit === undefined ? {} : { count: Math.min(limit, mostNewest) }) }
        })
      )
  }
})

/** Downloads an image attached to a ticket. */
export const readTicketImage = command({
  id: "support.ticketImage",
  title: "Save an image of a support ticket",
  section: "Support",
  keywords: ["attachment", "picture", "download"],
  input: {
    ticketID: { schema: TicketId, label: "Ticket", description: "The number of the ticket", positional: true },
    image: { schema: ImageNumber, label: "Image", description: "Which of its images: 1, 2 ...", positional: true }
  },
  risk: "reads",
  terminal: {
    path: ["tickets", "image"],
    examples: ["lockdesk tickets image 7 1", "lockdesk tickets image 7 2 --output label.png"]
  },
  does: {
    call: "support.ticketImage",
    run: ({ ticketID, image }) =>
      withClient((client) =>
        Effect.flatMap(client.support.ticketImage({ params: { id: ticketID, image }, query: {} }), Stream.mkUint8Array)
      )
  }
})

export const supportCommands = [createTicket, listTickets, readTicketImage] as const
