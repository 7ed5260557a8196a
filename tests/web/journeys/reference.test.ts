import { HttpApi } from "effect/http-api"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { Api } from "#core/api/Api.ts"
import { Role } from "#core/auth/roles.ts"
import { webhookMessages } from "#core/webhooks/webhookMessages.ts"
import { postgres } from "../../support/databases.ts"
import { emailOf } from "../../support/fixture.ts"
import { companies } from "../support/deskData.ts"
import { Desk } from "../support/Desk.ts"
import { Stage } from "../support/Stage.ts"

let desk: Desk
beforeAll(async () => {
  desk = await Desk.open({ home: postgres, stage: Stage.openOptimizing })
})
// Fails on any error the page logged to its console, including content security policy violations.
afterEach(() => desk.settle())
afterAll(() => desk.close())

it("the API reference renders under its content security policy, and shows a call in full and tries one with a token", async () => {
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
  expect(await page.locator(".opblock").count()).toBe(calls + webhookMessages.length)
  // The policy must allow styles too: without them, a call's method has no color.
  const color = await call
    .locator(".opblock-summary-method")
    .evaluate((method) => getComputedStyle(method).backgroundColor)
  expect(color).not.toBe("rgba(0, 0, 0, 0)")
  // References are resolved by our own resolver: Swagger UI's reads the whole document for each, which takes seconds.
  expect(
    await page.evaluate(
      `ui.getSystem().fn.resolveSubtree({ a: { $ref: "#/b~1c" }, "b/c": { d: [{ $ref: "#/b~1c" }, 1] } }, ["a"])`
    )
  ).toEqual({ spec: { d: [{ $ref: "#/b~1c" }, 1] }, errors: [] })
  // A token entered once is sent with the calls tried on the page.
  const token = await desk.server.enter(companies.acme, Role.id.Admin)
  await page.locator(".btn.authorize").click()
  const scheme = page.locator(".dialog-ux .auth-container", { hasText: "The token of a person's session" }).last()
  await scheme.locator("input").fill(token)
  await scheme.getByRole("button", { name: "Apply credentials" }).click()
  await page.locator(".dialog-ux .btn-done").first().click()
  const me = page.locator(".opblock", { hasText: "/api/auth/user" }).first()
  await me.locator(".opblock-summary").click()
  await me.locator(".try-out__btn").click()
  await me.locator(".execute").click()
  await me.locator(".live-responses-table").getByText(emailOf(companies.acme, Role.id.Admin)).first().waitFor()
})
