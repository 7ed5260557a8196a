import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#core/base/ids.ts"
import { masterKey, MasterKeyWrong } from "./masterKey.ts"
import { seal, unseal } from "./sealing.ts"

/**
 * The context to which a sealed combination is bound: the company that has the lock, its serial code, and the code's version.
 */
export interface SealedAbout {
  readonly companyID: CompanyId
  readonly serial: string
  readonly version: number
}

/** Seals and opens the combinations of one company with its loaded key. */
export interface CompanyCodes {
  readonly seal: (serial: string, version: number, code: string) => Uint8Array
  /** Throws if it was sealed with another context. */
  readonly open: (serial: string, version: number, sealed: Uint8Array) => string
}

const lockAbout = ({ companyID, serial, version }: SealedAbout): string => `lock\n${companyID}\n${serial}\n${version}`
const textAbout = (about: string): string => `text\n${about}`
const registryAbout = (serial: string): string => `registry\n${serial}`

const registryKey = "registry"
const fingerprintKey = "fingerprint"

/**
 * Encrypts stored combinations and other secrets. Each company has a data key, wrapped by the master key; the registry has its
 * own. Data keys are unwrapped once and cached.
 */
export class Keyring extends Context.Service<
  Keyring,
  {
    /** A new wrapped data key for a new company. */
    readonly newCompanyKey: (companyID: CompanyId) => Effect.Effect<Uint8Array>
    readonly sealCode: (about: SealedAbout, code: string) => Effect.Effect<Uint8Array>
    readonly openCode: (about: SealedAbout, sealed: Uint8Array) => Effect.Effect<string>
    /** For many at once: the company's key is looked up only once. */
    readonly companyCodes: (companyID: CompanyId) => Effect.Effect<CompanyCodes>
    /** Opens many at once: the company's key is looked up only once. */
    readonly openCodes: (
      companyID: CompanyId,
      codes: ReadonlyArray<{ readonly serial: string; readonly version: number; readonly sealed: Uint8Array }>
    ) => Effect.Effect<ReadonlyArray<string>>
    /** Seals any text of a company; `about` is its context, and must be the same to open it. */
    readonly sealText: (companyID: CompanyId, about: string, text: string) => Effect.Effect<Uint8Array>
    readonly openText: (companyID: CompanyId, about: string, sealed: Uint8Array) => Effect.Effect<string>
    readonly sealRegistryCode: (serial: string, code: string) => Uint8Array
    readonly openRegistryCode: (serial: string, sealed: Uint8Array) => string
    /** A keyed hash of a text, in hex: equal for equal texts, and not reversible without the key. */
    readonly fingerprint: (about: string, text: string) => string
    /** A 256-bit key for one purpose, derived from the master key (HKDF-SHA-256 with `label` as info). */
    readonly derivedKey: (label: string) => KeyObject
  }
>()("lockdesk/server/Keyring") {
  static readonly layer = Layer.effect(
    Keyring,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const master = createSecretKey(yield* masterKey)
      const unwrapped = new Map<number, KeyObject>()

      /** A key of the whole installation, created at its first start. */
      const systemKey = Effect.fnUntraced(function* (name: string) {
        const fresh = seal(master, name, randomBytes(32))
        yield* sql`INSERT INTO system_keys VALUES (${name}, ${fresh}) ON CONFLICT DO NOTHING`
        const [row] = yield* sql<{ wrapped: Uint8Array }>`SELECT wrapped FROM system_keys WHERE name = ${name}`
        return yield* Effect.try({
          try: () => unseal(master, name, row?.wrapped ?? fresh),
          catch: () => new MasterKeyWrong({ reason: "this database was made with another one" })
        })
      })
      const registry = createSecretKey(yield* systemKey(registryKey))
      const fingerprints = yield* systemKey(fingerprintKey)

      const companyAbout = (companyID: CompanyId) => `company\n${companyID}`

      const companyKey = Effect.fnUntraced(function* (companyID: CompanyId) {
        const known = unwrapped.get(companyID)
        if (known !== undefined) return known
        const [row] = yield* Effect.orDie(
          sql<{ data_key: Uint8Array }>`SELECT data_key FROM companies WHERE company_id = ${companyID}`
        )
        if (row === undefined) return yield* Effect.die(new Error(`company ${companyID} has no data key`))
        const key = createSecretKey(unseal(master, companyAbout(companyID), row.data_key))
        unwrapped.set(companyID, key)
        return key
      })

      return Keyring.of({
        newCompanyKey: (companyID) => Effect.sync(() => seal(master, companyAbout(companyID), randomBytes(32))),
        sealCode: (about, code) =>
          Effect.map(companyKey(about.companyID), (key) => seal(key, lockAbout(about), Buffer.from(code))),
        openCode: (about, sealed) =>
          Effect.map(companyKey(about.companyID), (key) => unseal(key, lockAbout(about), sealed).toString()),
        companyCodes: (companyID) =>
          Effect.map(companyKey(companyID), (key) => ({
            seal: (serial, version, code) => seal(key, lockAbout({ companyID, serial, version }), Buffer.from(code)),
            open: (serial, version, sealed) => unseal(key, lockAbout({ companyID, serial, version }), sealed).toString()
          })),
        openCodes: (companyID, codes) =>
          Effect.map(companyKey(companyID), (key) =>
            codes.map(({ serial, version, sealed }) =>
              unseal(key, lockAbout({ companyID, serial, version }), sealed).toString()
            )
          ),
        sealText: (companyID, about, text) =>
          Effect.map(companyKey(companyID), (key) => seal(key, textAbout(about), Buffer.from(text))),
        openText: (companyID, about, sealed) =>
          Effect.map(companyKey(companyID), (key) => unseal(key, textAbout(about), sealed).toString()),
        sealRegistryCode: (serial, code) => seal(registry, registryAbout(serial), Buffer.from(code)),
        openRegistryCode: (serial, sealed) => unseal(registry, registryAbout(serial), sealed).toString(),
        fingerprint: (about, text) => createHmac("sha256", fingerprints).update(`${about}\n${text}`).digest("hex"),
        derivedKey: (label) => createSecretKey(Buffer.from(hkdfSync("sha256", master, "", label, 32)))
      })
    })
  )
}
