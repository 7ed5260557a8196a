import type { Row } from "./callTable.ts"

const read = 1
const write = 2

/** Roles that can read the outbox of their company or the one they act for. */
const outboxReaders = [1, 2, 3, 6, 4, 10]

/** The outbox and notice calls (see `callTable.ts`). */
export const messageCalls: Readonly<Record<string, Row>> = {
  "outbox.list": { needs: [7, read], only: outboxReaders, path: "/outbox", answers: 200 },
  "outbox.show": { needs: [7, read], only: outboxReaders, path: "/outbox/999999", answers: [404, "MailNotFound"] },
  "outbox.file": { needs: [7, read], only: outboxReaders, path: "/outbox/999999/file", answers: [404, "MailNotFound"] },
  "notices.list": { needs: "session", path: "/notices", answers: 200 },
  "notices.read": { needs: "session", method: "POST", path: "/notices/read", body: {}, answers: 200 },
  "notices.broadcast": {
    needs: [7, write],
    only: [1],
    method: "POST",
    path: "/notices/broadcast",
    body: { audience: 5, message: "x" },
    answers: [422, "BroadcastRefused"]
  }
}
