import { OutboxList } from "#web/features/outbox/OutboxList.tsx"

/** /outbox */
export const OutboxRoute = () => (
  <>
    <h1>Outbox</h1>
    <OutboxList />
  </>
)
