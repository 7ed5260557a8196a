import { expect, it } from "vitest"
import { callFailureOf } from "#web/app/CallFailure.ts"
import { AnswerUnknown, NoAnswer } from "#web/app/fetchCall.ts"

it.each([
  ["a response the decoder rejects", new Error('SchemaError(Expected string, got undefined at ["data"])')],
  ["an HTML page instead of JSON", new SyntaxError("Unexpected token '<', \"<html>\" is not valid JSON")],
  ["an error page of a proxy", new AnswerUnknown(404)]
])("says plainly that the response isn't from Lockdesk: %s", (_, error) => {
  const failure = callFailureOf(error)
  expect(failure.words).toEqual({
    error: "We couldn't read the server's answer.",
    next: "Check that your network lets you through to Lockdesk, then reload the page."
  })
  expect([failure.offline, failure.cancelled, failure.problem]).toEqual([false, false, null])
})

it.each([
  ["a refused connection", new NoAnswer("no answer came"), "Can't reach the server."],
  [
    "code in Chrome",
    new TypeError("Failed to fetch dynamically imported module: https://a.example/assets/a.js"),
    "Part of Lockdesk didn't load."
  ],
  ["code in Safari", new TypeError("Importing a module script failed."), "Part of Lockdesk didn't load."],
  ["styles", new Error("Unable to preload CSS for /assets/a.css"), "Part of Lockdesk didn't load."]
])("is the documents' failure of a call without a response: %s", (_, error, expected) => {
  const { offline, cancelled, code, words } = callFailureOf(error)
  expect([offline, cancelled, code, words.error]).toEqual([true, false, "ERR_INTERNET_DISCONNECTED", expected])
})

it.each([502, 503, 504])(
  "counts as unreachable if a proxy answers %i, and suggests retrying, not reloading",
  (status) => {
    const { words, offline } = callFailureOf(new AnswerUnknown(status))
    expect(words).toEqual({
      error: "Lockdesk isn't available right now.",
      next: "Try again in a minute. Nothing you typed was lost."
    })
    expect(offline).toBe(true)
  }
)

it("blames the proxy's limit if a proxy refuses an upload as too large", () => {
  const { words, offline } = callFailureOf(new AnswerUnknown(413))
  expect(words).toEqual({
    error: "This is too large for a proxy between you and Lockdesk.",
    next: "Send a smaller file, or ask your administrator to raise the proxy's limit."
  })
  expect(offline).toBe(false)
})
