import { describe, expect, it } from "vitest"
import { cleanReport, withoutSecrets } from "#core/support/errorReport.ts"

describe("the report of a failed screen", () => {
  it.each([
    ["serial codes and combinations, grouped or not", "lock 4000 1007 has 4711", "lock # has #"],
    ["quoted values", `Expected string, got "hunter2" at 'unlockCode'`, "Expected string, got # at #"],
    ["tokens", "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "Bearer #"],
    ["email addresses", "no user ada@maple.example.com", "no user #"],
    ["line breaks and invisible characters", "one\ntwo\u200b", "one two"]
  ])("leaves out %s", (_, text, clean) => expect(withoutSecrets(text)).toBe(clean))

  it("has positions in the console's own scripts and the screen's path, and nothing else of either", () => {
    expect(
      cleanReport({
        name: "Type Error!",
        message: "x is undefined",
        path: "/locks/4711?search=40001007#note",
        stack: [
          "TypeError: 4711",
          "at f (https://desk.example.com/assets/main-4f2a.js:12:345)",
          "at https://else.where/x.js:1:2"
        ],
        requestId: "no id\n"
      })
    ).toEqual({
      name: "TypeError",
      message: "x is undefined",
      path: "/locks/#",
      stack: ["assets/main-4f2a.js:12:345"],
      requestId: null
    })
  })
})
