import { listTickets } from "#core/commands/supportCommands.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownNewest } from "#cli/output/shown.ts"

export const verb = callVerb(listTickets, (found, { count = ticketLimits.told }) =>
  shownNewest(
    "tickets",
    found.data,
    [
      { heading: "Ticket", text: ({ ticketID }) => String(ticketID) },
      { heading: "When", text: ({ createdOn }) => createdOn },
      { heading: "Company", text: ({ companyName }) => companyName },
      { heading: "From", text: ({ from }) => from },
      { heading: "Category", text: ({ category }) => category },
      { heading: "Subject", text: ({ subject }) => subject },
      { heading: "Images", text: ({ images }) => images.map((name, nth) => `${nth + 1}: ${name}`).join(", ") }
    ],
    count
  )
)
