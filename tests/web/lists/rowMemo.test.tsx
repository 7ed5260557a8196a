import { render, Text } from "ink"
import { PassThrough } from "node:stream"
import { afterAll, describe, expect, it, vi } from "vitest"
import { ListRow } from "#web/ui/ListRow.tsx"
import { rowsOf } from "#web/ui/ListRows.ts"

// What the row reads of a browser when it is loaded; there is none in Node.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  vi.stubGlobal("localStorage", storage)
  vi.stubGlobal("sessionStorage", storage)
  vi.stubGlobal("location", { origin: "http://127.0.0.1" })
})
afterAll(() => vi.unstubAllGlobals())

interface Row {
  readonly id: number
}

const row = { id: 7 }
const handlers = {
  nameOf: () => "Row 7",
  card: () => null,
  lockOf: () => null,
  severalOf: () => 0,
  onCurrent: () => undefined,
  onOpen: () => undefined,
  onMenu: () => undefined,
  focusBack: () => undefined
}

describe("a row of a list", () => {
  it("renders again only if its own row or props changed, not when a search finds it again", () => {
    let cells = 0
    const columns = [
      {
        id: "id",
        title: "ID",
        track: "1fr",
        cell: ({ id }: Row) => {
          cells += 1
          return <Text>{id}</Text>
        }
      }
    ]
    const actions: ReadonlyArray<never> = []
    const drawn = (items: ReadonlyArray<Row>, current: boolean) => (
      <ListRow
        domId="row-7"
        id={7}
        rows={rowsOf(items, ({ id }) => id)}
        place={0}
        columns={columns}
        current={current}
        selected={false}
        selectable={false}
        actions={actions}
        menuOpen={false}
        handlers={handlers}
      />
    )
    const { rerender, unmount } = render(drawn([row], false), { stdout: new PassThrough() as never, debug: true })
    expect(cells).toBe(1)
    rerender(drawn([row, { id: 8 }], false))
    expect(cells).toBe(1)
    rerender(drawn([row], true))
    expect(cells).toBe(2)
    rerender(drawn([{ id: 7 }], true))
    expect(cells).toBe(3)
    unmount()
  })
})
