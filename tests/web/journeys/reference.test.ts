import { HttpApi } from "effect/http-api"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { Api } from "#core/api/Api.ts"
import type { Desk } from "../support/Desk.ts"
import { openDesk } from "../support/openDesk.ts"

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
// Fails on any error the page logged to its console, including content security policy violations.
afterEach(() => desk.settle())
afterAll(() => desk.close())

it("the API reference renders under its content security policy, and shows a call in full", async () => {
  const { page } = await desk.visit()
  const answer = await page.goto(`${desk.proxy.address}/api/docs`)
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'")
  await page.locator(".swagger-ui .info .title").waitFor()
  const call = page.locator(".opblock", { hasText: "Verify the chain of the audit log" })
  await call.locator(".opblock-summary").click()
  await call.locator(".responses-inner").waitFor()
  expect(await call.locator(".opblock-body").innerText()).toContain("companyID")
  let calls = 0
  HttpApi.reflect(Api, { onGroup: () => undefined, onEndpoint: () => void (calls += 1) })
  expect(await page.locator(".opblock").count()).toBe(calls)
  // The policy must allow styles too: without them, a call's method has no color.
  const color = await call
    .locator(".opblock-summary-method")
    .evaluate((method) => getComputedStyle(method).backgroundColor)
  expect(color).not.toBe("rgba(0, 0, 0, 0)")
})
