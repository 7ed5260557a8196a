import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { isAbsolute, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { defaultHost, hostOf, targetOf, tokenFor } from "#cli/local/connection.ts"
import { type Environment, readEnvironment } from "#cli/local/environment.ts"
import { readRecents, rememberUse } from "#cli/local/Recents.ts"
import { changeSettings, readSettings, type Settings } from "#cli/local/Settings.ts"
import { settingKey, settingKeys } from "#cli/local/settingKeys.ts"
import { keepToken, readTokens, tokensExposed } from "#cli/local/Tokens.ts"
import { isFailure } from "#cli/output/Failure.ts"
import { LockId } from "#core/base/ids.ts"

const environment = (more: Readonly<Record<string, string>> = {}): Environment =>
  readEnvironment({ HOME: "/home/mia", ...more })

const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (isFailure(error)) return `${error.facts.exit} ${error.facts.code}`
    throw error
  }
  throw new Error("it went well")
}

describe("the active server", () => {
  const settings: Settings = {
    profile: "work",
    profiles: {
      work: { host: "https://work.example.com", facility: "Maple St" },
      lab: { host: "http://lab.example.com" }
    }
  }

  it("comes from the flag, then the environment, then the settings, then the default", () => {
    const host = (flags: object, env: Readonly<Record<string, string>>, kept: Settings = settings) =>
      targetOf(flags, environment(env), kept).host
    expect(host({}, {}, {})).toBe(defaultHost)
    expect(host({}, {})).toBe("https://work.example.com")
    expect(host({}, { LOCKDESK_PROFILE: "lab" })).toBe("http://lab.example.com")
    expect(host({ profile: "work" }, { LOCKDESK_PROFILE: "lab" })).toBe("https://work.example.com")
    expect(host({}, { LOCKDESK_HOST: "https://env.example.com" })).toBe("https://env.example.com")
    expect(host({ host: "flag.example.com" }, { LOCKDESK_HOST: "https://env.example.com" })).toBe(
      "https://flag.example.com"
    )
    expect(targetOf({}, environment(), settings).facility).toBe("Maple St")
    expect(codeOf(() => host({ profile: "wrok" }, {}))).toBe("6 NoSuchProfile")
  })

  it.each([
    ["console.example.com", "https://console.example.com"],
    ["localhost:4400", "http://localhost:4400"],
    // Only this machine itself is reached without encryption.
    ["localhost.example.com", "https://localhost.example.com"],
    ["127.example.com:8443", "https://127.example.com:8443"],
    ["127.0.0.1:4400/", "http://127.0.0.1:4400"],
    ["[::1]:4400", "http://[::1]:4400"],
    ["https://example.com/lockdesk/", "https://example.com/lockdesk"]
  ])("reads %s as %s", (typed, host) => {
    expect(hostOf(typed)).toBe(host)
  })

  it.each(["", "ftp://example.com", "https://mia:secret@example.com", "http://", "a b"])(
    "refuses %j as an address",
    (typed) => {
      expect(codeOf(() => hostOf(typed))).toBe("2 InvalidInput")
    }
  )
})

describe("stored settings", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lockdesk-settings-"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it("start empty, and are stored in their own file", async () => {
    expect(readSettings(folder)).toEqual({})
    await changeSettings(join(folder, "new"), (settings) => ({ ...settings, color: "never" }))
    expect(readSettings(join(folder, "new"))).toEqual({ color: "never" })
    expect(statSync(join(folder, "new/config.json")).mode & 0o777).toBe(0o600)
  })

  it("are read and changed in a file that begins with a byte order mark", async () => {
    writeFileSync(join(folder, "config.json"), '\uFEFF{"color":"never"}')
    expect(readSettings(folder)).toEqual({ color: "never" })
    expect(await changeSettings(folder, (settings) => ({ ...settings, profile: "a" }))).toEqual({
      color: "never",
      profile: "a"
    })
    expect(readSettings(folder)).toEqual({ color: "never", profile: "a" })
  })

  it("are refused in a folder that can't be looked into, like the tokens", () => {
    const loop = join(folder, "loop")
    symlinkSync(loop, loop)
    expect(codeOf(() => readSettings(loop))).toBe("1 FileUnreadable")
    expect(codeOf(() => readTokens(loop))).toBe("1 FileUnreadable")
  })

  it("are refused if the file is invalid, and never overwrite it", async () => {
    for (const text of ["{", '{"color":"pink"}', '{"profiles":{"a":{}}}', "[]x"]) {
      writeFileSync(join(folder, "config.json"), text)
      expect(
        codeOf(() => readSettings(folder)),
        text
      ).toBe("1 SettingsUnreadable")
      await expect(changeSettings(folder, (settings) => settings)).rejects.toThrow("are not valid")
      expect(readFileSync(join(folder, "config.json"), "utf8")).toBe(text)
    }
    writeFileSync(join(folder, "config.json"), '{"profiles":{"work":{"host":5}}}')
    expect(() => readSettings(folder)).toThrow(/Expected string at \["profiles"\]\["work"\]\["host"\]/)
  })

  it("can be read, changed and reset", () => {
    for (const key of settingKeys) {
      const value = key.choices[0] ?? "maple"
      const kept = key.write({}, "work", value)
      expect(key.read(kept, "work")).toBe(key.name === "host" ? "https://maple" : value)
      expect(key.read(key.write(kept, "work", ""), "work")).toBe(key.name === "host" ? defaultHost : null)
    }
    expect(settingKey("facility").write({ profiles: { a: { host: "https://a" } } }, "a", "Maple St").profiles).toEqual({
      a: { host: "https://a", facility: "Maple St" }
    })
    expect(codeOf(() => settingKey("facilty"))).toBe("6 NoSuchSetting")
    expect(codeOf(() => settingKey("color").write({}, "a", "pink"))).toBe("2 InvalidInput")
  })

  it("keep a token per profile and host, in a file that only its owner can read", () => {
    const token = { host: "https://a.example.com", email: "mia@example.com", token: "t1" }
    keepToken(folder, "a", token)
    keepToken(folder, "b", { ...token, token: "t2" })
    expect(tokensExposed(folder)).toBeNull()
    expect(statSync(join(folder, "tokens.json")).mode & 0o777).toBe(0o600)
    const target = (host: string) => ({ profile: "a", host, facility: null, company: null, companyFrom: null })
    const env = environment({ LOCKDESK_CONFIG_DIR: folder })
    expect(tokenFor(target("https://a.example.com"), env)).toMatchObject({ from: "file", token: "t1" })
    expect(tokenFor(target("https://b.example.com"), env)).toEqual({
      from: "nowhere",
      otherHost: "https://a.example.com"
    })
    expect(tokenFor(target("https://b.example.com"), { ...env, token: "t3" })).toEqual({
      from: "environment",
      token: "t3"
    })
    keepToken(folder, "a", null)
    expect(Object.keys(readTokens(folder))).toEqual(["b"])
  })

  it("do not quote an invalid tokens file", () => {
    writeFileSync(join(folder, "tokens.json"), '{"a": "secret-token"', { mode: 0o600 })
    try {
      readTokens(folder)
      expect.unreachable()
    } catch (error) {
      expect(isFailure(error) && error.facts.code).toBe("TokensUnreadable")
      expect(String(error)).not.toContain("secret-token")
    }
  })

  it("remember recent palette entries per profile, and drop unreadable ones", () => {
    const lock = { lockID: LockId.make(7), serialCode: "10000007", facilityName: "Maple St", unitNumber: null }
    rememberUse(folder, "a", "locks.find", 1000)
    const recents = rememberUse(folder, "a", lock, 2000)
    expect(recents.locks).toEqual([lock])
    expect(readRecents(folder, "a")).toEqual(recents)
    expect(readRecents(folder, "b")).toEqual({ uses: [], locks: [] })
    writeFileSync(join(folder, "recents.json"), "[broken")
    expect(readRecents(folder, "a")).toEqual({ uses: [], locks: [] })
  })

  it("are refused in a folder that can't be written, but the recents are only lost", async () => {
    // Not even the superuser can create it.
    const nowhere = "/sys/lockdesk"
    const refusal = { facts: { code: "SettingsNotSaved", exit: 1 } }
    await expect(changeSettings(nowhere, (settings) => settings)).rejects.toMatchObject(refusal)
    expect(codeOf(() => keepToken(nowhere, "a", null))).toBe("1 SettingsNotSaved")
    expect(rememberUse(nowhere, "a", "locks.find", 1).uses).toHaveLength(1)
  })

  it("are in the platform's folder, or in LOCKDESK_CONFIG_DIR", () => {
    expect(environment({ LOCKDESK_CONFIG_DIR: "/x" }).folder).toBe("/x")
    expect(environment({ XDG_CONFIG_HOME: "/cfg" }).folder).toBe("/cfg/lockdesk")
    // With an empty HOME, they aren't in the current folder.
    vi.stubEnv("HOME", "")
    expect(isAbsolute(environment({}).folder)).toBe(true)
    vi.unstubAllEnvs()
    mkdirSync(join(folder, "empty"))
    expect(readEnvironment({ NO_COLOR: "1" }).noColor).toBe(true)
    expect(readEnvironment({ NO_COLOR: "" }).noColor).toBe(false)
  })
})
