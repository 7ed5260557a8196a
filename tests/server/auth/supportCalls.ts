import type { Row } from "./callTable.ts"

const read = 1

/** The support calls (see `callTable.ts`). */
export const supportCalls: Readonly<Record<string, Row>> = {
  "support.reportError": {
    needs: "anybody",
    method: "POST",
    path: "/utils/error-report",
    body: { name: "TypeError", message: "x", path: "/locks", stack: [], requestId: null },
    answers: 200
  },
  "support.ticket": {
    needs: "session",
    method: "POST",
    path: "/customer-service/ticket",
    body: {},
    answers: [415, "WrongContentType"]
  },
  "support.bulkActivationTicket": {
    needs: "session",
    method: "POST",
    path: "/customer-service/bulk-activation-ticket",
    body: { subject: "", description: "" },
    answers: [422, "TicketRefused"]
  },
  "support.tickets": { needs: [7, read], only: [1], path: "/customer-service/tickets", answers: 200 },
  "support.ticketImage": {
    needs: [7, read],
    only: [1],
    path: "/customer-service/tickets/999999/images/2",
    answers: [404, "TicketNotFound"]
  }
}
