import { expect } from "vitest"
import type { Machine } from "./lockdesk.ts"
import { keys, TerminalRun } from "./terminal.ts"

/** The placeholder of an empty palette. */
export const empty = "a command, a serial code, a unit"

/** Opens the palette, with options or none, and waits until it accepts input. */
export const openPalette = async (machine: Machine, options: ReadonlyArray<string> = []): Promise<TerminalRun> => {
  const run = new TerminalRun(machine, options)
  await run.shows(empty)
  return run
}

/** Closes a palette with Ctrl+C, from any page. */
export const leavePalette = async (run: TerminalRun): Promise<void> => {
  run.type(keys.interrupt)
  expect(await run.ends()).toBe(130)
  expect(run.screen.scrollback).toBe("")
}

/** Empties the field with Esc. */
export const clearPalette = async (run: TerminalRun): Promise<void> => {
  await run.types(keys.escape, `›   ${empty}`)
}

/** Types a search and runs the row when it is selected. */
export const choose = async (run: TerminalRun, typed: string, row: string): Promise<void> => {
  await run.types(typed, `▸ ${row}`)
  run.type(keys.enter)
}
