import { inject } from "vitest"
import "./databaseGlobalSetup.ts"

/** Requests something that is created once per run from vitest's own process. */
export const askBroker = async (path: string, body = ""): Promise<string> => {
  const response = await fetch(inject("databaseBroker") + path, { method: "POST", body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} of the test run answered ${response.status}: ${text}`)
  return text
}
