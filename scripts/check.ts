/**
 * `npm run check`: types, lint, formatting and dead code. Prints one line per step and the output of failed ones. Exported as a
 * list so that `npm test` counts the same steps.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** Each step by name: a command of node_modules/.bin and its arguments. */
export const steps: Readonly<Record<string, ReadonlyArray<string>>> = {
  types: ["tsc", "-p", "."],
  "types of core without server, Node or DOM (law 2)": ["tsc", "-p", "core"],
  "types of the console, without server or Node (law 2)": ["tsc", "-p", "web"],
  "types of the console's tests": ["tsc", "-p", "tests/web"],
  lint: ["oxlint", "--deny-warnings"],
  format: ["oxfmt", "--check", "."],
  "dead code": ["knip"],
  "plain words": ["node", "scripts/words.ts"],
  "reference of the commands": ["node", "scripts/docs.ts", "--check"]
}

/** Runs the named steps (all by default), prints the output of failed ones, and returns how many passed and failed. */
export const check = (
  names: ReadonlyArray<string> = Object.keys(steps)
): { readonly passed: number; readonly failed: number } => {
  let failed = 0
  for (const name of names) {
    const [command = "", ...args] = steps[name] ?? []
    const { status, stdout, stderr } = spawnSync(join(root, "node_modules/.bin", command), args, {
      cwd: root,
      encoding: "utf8"
    })
    process.stdout.write(`${status === 0 ? "ok  " : "FAIL"} ${name}\n`)
    if (status === 0) continue
    failed += 1
    process.stdout.write(stdout + stderr)
  }
  return { passed: names.length - failed, failed }
}

if (import.meta.main) process.exitCode = check().failed === 0 ? 0 : 1
