import { expect } from "vitest"
import type { Machine } from "./lockdesk.ts"
import { keys, TerminalRun } from "./terminal.ts"

/** What an empty palette shows. */
export const empty = "a command, a serial code, a unit"

/** Opens the palette and waits until it can be typed into. */
export const openPalette = async (machine: Machine): Promise<TerminalRun> => {
  const run = new TerminalRun(machine, [])
  await run.shows(empty)
  return run
}

/** Ends a palette by Ctrl+C, from any page. */
export const leavePalette = async (run: TerminalRun): Promise<void> => {
  run.type(keys.interrupt)
  expect(await run.ends()).toBe(130)
  expect(run.screen.scrollback).toBe("")
}

/** Goes back to an empty field, which Esc does first. */
export const clearPalette = async (run: TerminalRun): Promise<void> => {
  run.type(keys.escape)
  await run.shows(`›   ${empty}`)
}

/** Types what finds a row, and runs it when it is selected. */
export const choose = async (run: TerminalRun, typed: string, row: string): Promise<void> => {
  run.type(typed)
  await run.shows(`▸ ${row}`)
  run.type(keys.enter)
}
