import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts", "tests/**/*.test.tsx"],
    environment: "node",
    globalSetup: ["tests/support/databaseGlobalSetup.ts"],
    // Processes, not threads: a test may end one, limit one, or read its memory.
    pool: "forks",
    maxWorkers: 2,
    // A process, a browser and a database on two busy cores: where nobody watches, one second try, which the report names.
    retry: process.env["CI"] === undefined ? 0 : 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000
  }
})
