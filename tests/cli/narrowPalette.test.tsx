import { expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import { drawScreen } from "#cli/screens/drawScreen.ts"
import type { PaletteData } from "#cli/screens/paletteData.ts"
import { SearchPage } from "#cli/screens/SearchPage.tsx"
import { person } from "../support/person.ts"
import { drawnTerminal } from "./support/drawnTerminal.ts"

/** The search page of a terminal of this size, with a server that finds nothing. */
const open = (size: { readonly columns: number; readonly rows: number }) => {
  const at = drawnTerminal(size)
  const leaving = new AbortController()
  const nothing = () => Promise.resolve([])
  const data = { specs: deriveSpecs(), findLocks: nothing, facilities: nothing, namesFor: nothing, now: () => 0 }
  const ended = drawScreen<"left">(
    at.streams,
    async () =>
      ({ end }) => (
        <SearchPage
          data={data as unknown as PaletteData}
          user={person(Role.id.Vendor)}
          recents={{ uses: [], locks: [] }}
          draft=""
          onDraft={() => undefined}
          onChoose={() => undefined}
          onSerial={() => undefined}
          onLeave={() => end("left")}
        />
      ),
    leaving.signal
  )
  return { ...at, leave: () => (leaving.abort(), ended) }
}

it.each([
  { columns: 40, rows: 24 },
  { columns: 40, rows: 15 }
])("shows the input, one line a row and the footer at $columns by $rows", async (size) => {
  const run = open(size)
  await run.shows("Esc quit")
  run.type("set")
  await run.shows("Esc clear")
  const lines = run.screen.text.split("\n")
  expect(lines.filter((line) => line.startsWith("› set"))).toHaveLength(1)
  const shown = lines.slice(lines.findIndex((line) => line.startsWith("› set")))
  expect(shown.length).toBeLessThan(size.rows)
  expect(shown.length).toBeGreaterThan(size.rows - 4)
  // Each row has its mark or its indent; a second line of a title would have neither.
  expect(shown.slice(1, -1).filter((line) => !/^(▸ | {2})\S/.test(line))).toEqual([])
  expect(shown.at(-1)).toMatch(/^↑↓ select/)
  // A refused row says why in full, below the rows.
  run.type("-unit")
  await run.shows("Enter show why")
  run.type("\r")
  await run.shows("Write on Locks")
  expect(
    run.screen.text
      .split("\n")
      .slice(-size.rows)
      .some((line) => line.startsWith("› set-unit"))
  ).toBe(true)
  await run.leave()
})
