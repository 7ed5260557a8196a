import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { memoryFolder } from "./tests/support/memoryFolder.ts"
import { RunReporter } from "./scripts/testReport.ts"
import { nodeSwitches } from "./tests/support/nodeSwitches.ts"

/** Where `npm test` reads how the run ended. */
const report = process.env["LOCKDESK_TEST_REPORT"]

// Tests start dozens of servers from the sources; without a compile cache each one strips and compiles 800 files again.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/lockdesk-compiled")

// Where the tests and the processes they start put their temporary files, in memory if possible.
process.env["TMPDIR"] ??= memoryFolder() ?? tmpdir()

/** Kinds of files by how long they take, the longest first; all others come after them. */
const longest: ReadonlyArray<(file: string) => boolean> = [
  // Goes through dozens of screens.
  (file) => readFileSync(file, "utf8").includes("judgeScreens.ts"),
  (file) => file.includes("/tests/web/journeys/"),
  (file) => file.includes("/tests/faults/")
]

const journeys = ["tests/web/journeys/**/*.test.ts"]
/** Tests that start no server, no database and no browser: `npm run test:quick`. */
const pure = [
  "tests/core/**/*.test.ts",
  "tests/guards/!(oneSubject).test.ts",
  "tests/web/!(journeys|sync)/**/*.test.{ts,tsx}"
]

/** Tests that end, limit or stop a process, or set something of their own: each file has a process to itself. */
const alone = ["tests/faults/**/*.test.ts", "tests/server/db/{dataFolderLock,lostServer}.test.ts"]

/**
 * Journeys follow one another in three processes, and so do the pure tests and those on a server, with one module graph each:
 * loading it anew for each file is half of the work. A process of journeys has one Chromium, too (`tests/web/support/Stage.ts`).
 */
const projects = [
  {
    extends: true,
    test: {
      name: "journeys",
      include: journeys,
      isolate: false,
      globalSetup: ["tests/support/consoleGlobalSetup.ts"]
    }
  },
  { extends: true, test: { name: "pure", include: pure, isolate: false } },
  {
    extends: true,
    test: {
      name: "servers",
      include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
      exclude: [...journeys, ...pure, ...alone],
      isolate: false
    }
  },
  { extends: true, test: { name: "alone", include: alone } }
] as const

/** What takes longest goes first; by their size alone these would be among the last, and leave one core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const kindOf = ({ moduleId }: TestSpecification): number => {
      const kind = longest.findIndex((takes) => takes(moduleId))
      return kind === -1 ? longest.length : kind
    }
    // Within a kind as vitest sorts, which is stable here.
    const sorted = (await super.sort(files)).map((file) => [kindOf(file), file] as const)
    return sorted.toSorted(([one], [other]) => one - other).map(([, file]) => file)
  }
}

export default defineConfig({
  test: {
    projects: [...projects],
    environment: "node",
    globalSetup: ["tests/support/databaseGlobalSetup.ts"],
    // Processes, not threads: a test may end one, limit one, or read its memory.
    pool: "forks",
    // Fewer and longer collections of garbage: the tests of a worker make a lot in minutes.
    execArgv: [...nodeSwitches, "--max-semi-space-size=64"],
    // One more than cores on a machine with two: a worker waits for its browser or database a fifth of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: report === undefined ? ["default"] : ["default", new RunReporter(report)],
    // As patient as the pages are waited for: a second is too short on two busy cores.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 60_000,
    // A database and a browser may start in it, on a busy machine.
    hookTimeout: 120_000,
    teardownTimeout: 20_000
  }
})
