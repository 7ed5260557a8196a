/**
 * `npm run seed -- [--size 2000] [--seed 1] [--data ./data] [--database URL]`: fills an empty database with demonstration data
 * and prints a summary with sign-ins. `DATABASE_URL` replaces `--database`, `LOCKDESK_MASTER_KEY` the key file in the data
 * folder. Exit code 1 if nothing was created.
 */
import { parseArgs } from "node:util"
import { Effect, Redacted } from "effect"
import type { DemoSummary } from "#server/demo/DemoSummary.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { dataLayer } from "#server/main.ts"

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    data: { type: "string", default: "./data" },
    database: { type: "string", default: process.env["DATABASE_URL"] ?? "" }
  }
})

const whole = (name: string, text: string, from: number, to: number): number => {
  const number = Number(text)
  if (Number.isInteger(number) && number >= from && number <= to) return number
  process.stderr.write(`--${name} must be a whole number from ${from} to ${to}, found '${text}'.\n`)
  process.exit(2)
}

const print = ({ signIns, ...counts }: DemoSummary, seconds: number): void => {
  const made = Object.entries(counts).map(
    ([what, count]) => `${what.padEnd(14)}${count.toLocaleString("en-US").padStart(10)}`
  )
  const width = Math.max(...signIns.map(({ email }) => email.length))
  const people = signIns.map(
    ({ role, email, password, company }) => `${role.padEnd(24)}${email.padEnd(width + 2)}${password}  ${company}`
  )
  process.stdout.write(`${[...made, "", ...people, "", `Done in ${seconds.toFixed(1)} s.`].join("\n")}\n`)
}

const size = whole("size", values.size, 1, 10_000_000)
const seed = whole("seed", values.seed, 0, 2_147_483_647)
const key = process.env["LOCKDESK_MASTER_KEY"] ?? ""
const layer = dataLayer({
  data: values.data,
  ...(values.database === "" ? {} : { databaseUrl: Redacted.make(values.database) }),
  ...(key === "" ? {} : { masterKey: Redacted.make(key) })
})

const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort())

const start = performance.now()
await Effect.runPromise(Effect.provide(seedDemo({ size, seed, now: new Date() }), layer), { signal: stop.signal }).then(
  (summary) => print(summary, (performance.now() - start) / 1000),
  (error: Error) => {
    process.stderr.write(stop.signal.aborted ? "Stopped; nothing was made.\n" : `${error.message}\n`)
    process.exitCode = 1
  }
)
