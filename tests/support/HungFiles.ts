import { spawnSync } from "node:child_process"
import type { Reporter, TestCase, TestModule } from "vitest/node"

/** A file is hung if nothing of it starts or ends for this long, in milliseconds: twice the time of the slowest test. */
const patience = 600_000

interface Running {
  /** What started or ended last. */
  readonly what: string
  readonly at: number
}

/**
 * Ends a run in which a file hangs, and prints the file and the processes of the run. Time limits of tests don't do that: a
 * test that waits synchronously for a process isn't interrupted.
 */
export class HungFiles implements Reporter {
  readonly #running = new Map<string, Running>()
  #timer: NodeJS.Timeout | undefined

  onTestRunStart(): void {
    this.#timer ??= setInterval(() => this.#check(), patience / 20).unref()
  }

  onTestModuleQueued({ relativeModuleId }: TestModule): void {
    this.#running.set(relativeModuleId, { what: "loading", at: performance.now() })
  }

  onTestModuleStart(module: TestModule): void {
    this.#note(module, "start")
  }

  onTestCaseReady(test: TestCase): void {
    this.#note(test.module, test.fullName)
  }

  onTestCaseResult(test: TestCase): void {
    this.#note(test.module, `after ${test.fullName}`)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.relativeModuleId)
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer)
  }

  /** Results can also arrive after the end of their file. */
  #note({ relativeModuleId }: TestModule, what: string): void {
    if (this.#running.has(relativeModuleId)) this.#running.set(relativeModuleId, { what, at: performance.now() })
  }

  #check(): void {
    const hung = [...this.#running].filter(([, { at }]) => performance.now() - at > patience)
    if (hung.length === 0) return
    for (const [file, { what }] of hung) process.stdout.write(`\nhung: ${file}: ${what}\n`)
    const processes = spawnSync("ps", ["-eo", "pid,ppid,etimes,time,stat,wchan:24,args"], { encoding: "utf8" }).stdout
    process.stdout.write(
      `${processes
        .split("\n")
        .filter((line) => !line.includes("["))
        .join("\n")}\n`
    )
    // The workers end with this process.
    process.exit(1)
  }
}
