import { readFileSync } from "node:fs"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Whether a file goes through dozens of screens: it is small, and takes longest. */
const isLong = (file: string): boolean => readFileSync(file, "utf8").includes("judgeScreens.ts")

/** What takes longest goes first; by their size alone these would be last, and leave one core idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const { long = [], other = [] } = Object.groupBy(sorted, ({ moduleId }) => (isLong(moduleId) ? "long" : "other"))
    return [...long, ...other]
  }
}

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    environment: "node",
    globalSetup: ["tests/support/databaseGlobalSetup.ts"],
    // Processes, not threads: a test may end one, limit one, or read its memory.
    pool: "forks",
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // A process, a browser and a database on two busy cores: where nobody watches, one second try, which the report names.
    retry: process.env["CI"] === undefined ? 0 : 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000
  }
})
