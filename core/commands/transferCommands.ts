import { withClient } from "#core/api/ApiClient.ts"
import { tokenIn } from "#core/transfers/transferToken.ts"
import { command } from "./Command.ts"
import { placeField, textField } from "./fields.ts"

export const transferFacility = command({
  id: "facilities.transfer",
  title: "Transfer Facility",
  section: "Facilities",
  keywords: ["hand over", "sell", "company"],
  input: {
    facilityID: placeField,
    email: textField({
      label: "Email",
      description: "The email address of an admin of the other company",
      positional: true
    })
  },
  risk: "dangerous",
  touches: ["facilities", "audit"],
  terminal: {
    path: ["facilities", "transfer"],
    examples: ["lockdesk facilities transfer 'Maple St' admin@other.example.com"]
  },
  does: {
    call: "transfers.initiate",
    run: ({ facilityID, email }) =>
      withClient((client) => client.transfers.initiate({ query: {}, payload: { facilityID, email } }))
  }
})

/** Cancels the open offer of a facility. */
export const cancelTransfer = command({
  id: "facilities.cancelTransfer",
  title: "Cancel a facility transfer",
  section: "Facilities",
  keywords: [],
  input: { facilityID: placeField },
  risk: "changes",
  touches: ["facilities", "audit"],
  unchanged: "Unchanged: no open offer.",
  done: ({ data: { facilityName, email } }: { readonly data: { facilityName: string; email: string | null } }) =>
    `The offer of ${facilityName} to ${email} was canceled`,
  terminal: {
    path: ["facilities", "cancel-transfer"],
    examples: ["lockdesk facilities cancel-transfer 'Maple St'"]
  },
  does: {
    call: "transfers.cancel",
    run: ({ facilityID }) => withClient((client) => client.transfers.cancel({ params: { id: facilityID }, query: {} }))
  }
})

/** Anyone who has the token can answer the offer, so it is never given on a command line. */
const tokenField = textField({
  label: "Transfer link",
  description: "The emailed link, or the token at its end",
  asked: "hidden"
})

export const acceptTransfer = command({
  id: "facilities.acceptTransfer",
  title: "Accept a facility transfer",
  section: "Facilities",
  keywords: ["take over", "token"],
  input: {
    token: tokenField,
    name: textField({ label: "Facility name", description: "Another name, if its name is taken", optional: true })
  },
  risk: "dangerous",
  touches: ["facilities", "locks", "audit"],
  terminal: {
    path: ["facilities", "accept"],
    examples: ["lockdesk facilities accept", "lockdesk facilities accept --yes < transfer-link.txt"]
  },
  does: {
    call: "transfers.accept",
    run: ({ token, name }) =>
      withClient((client) =>
        client.transfers.accept({
          query: {},
          payload: { token: tokenIn(token), ...(name === undefined ? {} : { facilityName: name }) }
        })
      )
  }
})

/** The contents of a transfer before it is accepted. */
export const showTransfer = command({
  id: "facilities.showTransfer",
  title: "Show a facility transfer",
  section: "Facilities",
  keywords: ["offer", "token"],
  input: { token: tokenField },
  risk: "reads",
  does: {
    call: "transfers.offer",
    run: ({ token }) => withClient((client) => client.transfers.offer({ query: { token: tokenIn(token) } }))
  }
})

export const transferCommands = [transferFacility, cancelTransfer, showTransfer, acceptTransfer] as const
