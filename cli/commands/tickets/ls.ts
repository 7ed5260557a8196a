import { mostNewest } from "#core/base/paging.ts"
import { listTickets } from "#core/commands/supportCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { timeText } from "#cli/output/timeText.ts"

export const verb = listVerb(listTickets, {
  noun: "tickets",
  columns: [
    { heading: "Ticket", text: ({ ticketID }) => String(ticketID), shrinks: "never" },
    { heading: "When", text: ({ createdOn }) => timeText(createdOn), shrinks: "first" },
    { heading: "Company", text: ({ companyName }) => companyName },
    { heading: "From", text: ({ from }) => from },
    { heading: "Category", text: ({ category }) => category, shrinks: "first" },
    { heading: "Subject", text: ({ subject }) => subject },
    {
      heading: "Images",
      text: ({ images }) => images.map((name, nth) => `${nth + 1}: ${name}`).join(", "),
      shrinks: "first"
    }
  ],
  pieces: { most: mostNewest, after: ({ ticketID }) => ({ from: ticketID }) }
})
