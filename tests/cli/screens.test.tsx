import { FacilityId, LockId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { describe, expect, it } from "vitest"
import { groupedSerial } from "#core/base/serialText.ts"
import { Terminal } from "#cli/output/Terminal.ts"
import { bigDigits, spokenDigits } from "#cli/screens/bigDigits.ts"
import { drawScreen, type Ending } from "#cli/screens/drawScreen.ts"
import { keysOf, unfinishedKey } from "#cli/screens/keys.ts"
import { progressOnScreen } from "#cli/screens/progressOnScreen.ts"
import { Reveal, type RevealEnd, type RevealProps } from "#cli/screens/Reveal.tsx"
import { drawnTerminal } from "./support/drawnTerminal.ts"

const code = "2046"
const lock = {
  lockID: LockId.make(7),
  serialCode: "10000007",
  facilityID: FacilityId.make(1),
  facilityName: "Maple St",
  isActive: true,
  secondaryLockStatus: LockStatus.id.AssignedOverlock,
  secondaryStatusName: "Assigned Overlock",
  unitNumber: "B-114",
  color: -256,
  viewCount: 1,
  unlockCode: code,
  auditSeq: 12
} as const

const reveal = (more: Partial<RevealProps>, signal = new AbortController().signal) => {
  const at = drawnTerminal()
  const ended = drawScreen<RevealEnd>(
    at.streams,
    async () =>
      ({ end, fail }: Ending<RevealEnd>) => (
        <Reveal
          serialCode={lock.serialCode}
          reason="Remove Overlock"
          reveal={() => Promise.resolve(lock)}
          onEnd={(how) => end(how)}
          onFailure={fail}
          {...more}
        />
      ),
    signal
  )
  return { ...at, ended }
}

describe("the reveal screen", () => {
  it("masks the combination when its time is over", async () => {
    const run = reveal({ seconds: 2 })
    await run.shows("Hides in 2 s")
    expect(run.screen.text).toContain(bigDigits(code)[0]?.trimEnd())
    await run.shows("Hides in 1 s")
    expect(await run.ended).toBe("masked")
    expect(run.screen.text).not.toContain("█")
  })

  it("makes one call per reason, even if the user types meanwhile", async () => {
    const asked: Array<string> = []
    const answer = Promise.withResolvers<typeof lock>()
    const run = reveal({
      reason: null,
      reveal: (reason) => {
        asked.push(reason)
        return answer.promise
      }
    })
    await run.shows("Why?")
    run.type("3")
    run.type("\r2")
    await run.shows("Asking for lock 1000 0007")
    answer.resolve(lock)
    await run.shows("Hides in 29 s")
    run.type("x")
    expect(await run.ended).toBe("masked")
    expect(asked).toEqual(["Accidentally closed lock"])
  })

  it("takes no reason from consecutive digits", async () => {
    const asked: Array<string> = []
    const run = reveal({
      reason: null,
      reveal: (reason) => {
        asked.push(reason)
        return Promise.resolve(lock)
      }
    })
    await run.shows("Why?")
    run.type("47355143\r\u001b")
    expect(await run.ended).toBe("cancelled")
    expect(asked).toEqual([])
  })

  it("shows no result after it was closed", async () => {
    const answer = Promise.withResolvers<typeof lock>()
    const run = reveal({ reveal: () => answer.promise })
    await run.shows("Asking for lock")
    run.type("\u001b")
    expect(await run.ended).toBe("cancelled")
    answer.resolve(lock)
    await new Promise((resolve) => setImmediate(resolve))
    expect(run.screen.raw).not.toContain("█")
  })

  it("clears the screen when interrupted, and passes on the failure", async () => {
    const stopped = new AbortController()
    const shown = reveal({}, stopped.signal)
    await shown.shows("Hides in")
    stopped.abort()
    expect(await shown.ended).toBe("interrupted")
    expect(shown.screen.text).not.toContain("█")
    const refused = reveal({ reveal: () => Promise.reject(new Error("refused")) })
    await expect(refused.ended).rejects.toThrow("refused")
  })
})

describe("keys", () => {
  const read = (chunk: string) => keysOf(chunk).map(({ name, text }) => (name === null ? text : `${name}${text}`))

  it("are split as they were pressed", () => {
    expect(read("10000002\r2")).toEqual(["10000002", "return", "2"])
    expect(read("\u001b[A\u001b[B\u001b")).toEqual(["up", "down", "escape"])
    expect(read("\u001b[3~\u001b[1~\u001bOF\u007f\u007fé")).toEqual([
      "delete",
      "home",
      "end",
      "backspace",
      "backspace",
      "é"
    ])
    expect(read("\u0015\u0010\u000e\t")).toEqual(["ctrlu", "ctrlp", "ctrln", "tab"])
  })

  it("without a meaning are not text, and Esc before a digit keeps the digit", () => {
    expect(read("\u001bx\u001b[I\u001b[1;5C\u001bOP\u0000\u001c")).toEqual(Array(6).fill("other"))
    expect(read("\u001b1000")).toEqual(["escape", "1000"])
  })

  it("may arrive in two chunks", () => {
    expect(["1\u001b", "\u001b[", "\u001b[1;", "\u001bO", "12", "\u001b[A"].map(unfinishedKey)).toEqual([
      "\u001b",
      "\u001b[",
      "\u001b[1;",
      "\u001bO",
      "",
      ""
    ])
  })
})

describe("digits", () => {
  it("are large and grouped on screen, and read one by one", () => {
    expect(new Set(bigDigits("0123456789").map((line) => line.length)).size).toBe(1)
    expect(bigDigits("12")[0]).toBe("  █    █████")
    expect(spokenDigits(code)).toBe("2 0 4 6")
    expect(groupedSerial(lock.serialCode)).toBe("1000 0007")
  })
})

describe("the progress of a job", () => {
  const text = "12 of 50 rows, 2 failed, 9 a second, 5 s left"
  const pace = { done: 12, total: 50, failed: 2, rate: 9, left: 5, text }

  it.each([
    [100, `███████${"░".repeat(23)} ${text}`],
    [60, `███${"░".repeat(10)} ${text}`],
    [50, text],
    [30, "12 of 50 rows, 2 failed, 9 a …"]
  ])("fits in one line of %i columns", async (columns, line) => {
    const at = drawnTerminal({ columns, rows: 30 })
    const outputOptions = {
      format: { kind: "table" },
      quiet: false,
      noInput: false,
      color: false,
      dumb: false,
      columns: null
    } as const
    const progress = await progressOnScreen(new Terminal(at.streams, outputOptions))
    progress.show(pace)
    await at.shows("12 of 50")
    expect(at.screen.text.trim()).toBe(line)
    await progress.close()
    expect(at.screen.text.trim()).toBe("")
  })
})
