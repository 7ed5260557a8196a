import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync
} from "node:fs"
import { join } from "node:path"
import { Database, type DatabaseConfig } from "#server/db/Database.ts"
import { migrate } from "#server/db/migrations.ts"
import type { Cluster } from "./databaseCluster.ts"

const root = join(import.meta.dirname, "../..")
const cache = join(root, "node_modules/.cache/lockdesk-databases")
const keptDays = 1

/** Tests need little memory: the default of 128 MB is filled with zeros at every start, which takes longer than the rest of it. */
const memory = "shared_buffers = 16MB\n"

/** Opens the database at `config`, which creates or migrates it, and closes it again. */
const built = (config: DatabaseConfig, kind: TemplateKind): Promise<void> =>
  Effect.runPromise(
    Effect.asVoid(kind === "migrated" ? migrate : Effect.succeed([])).pipe(Effect.provide(Database.layer(config)))
  )

/** "empty": after initdb; "migrated": with every migration. */
export type TemplateKind = "empty" | "migrated"

/** The inputs of a template: if they change, a new one is made. */
const fingerprint = (kind: TemplateKind): string => {
  const hash = createHash("sha256").update(memory)
  const server = join(root, "core/server/db")
  const migrations = join(server, "migrations")
  const files = [
    ...["createDataFolder.ts", "durablePglite.ts"].map((name) => join(server, name)),
    join(root, "node_modules/@electric-sql/pglite/package.json")
  ]
  if (kind === "migrated") {
    files.push(...["migrationFiles.ts", "migrationList.ts", "migrations.ts"].map((name) => join(server, name)))
    files.push(
      ...readdirSync(migrations)
        .sort()
        .map((name) => join(migrations, name))
    )
  }
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file)).update("\0")
  return hash.digest("hex").slice(0, 16)
}

/**
 * A data folder to copy. Created once per set of inputs and kept between runs (creating one takes seconds); concurrent runs
 * don't disturb each other.
 */
export const embeddedTemplate = async (kind: TemplateKind): Promise<string> => {
  const template = join(cache, `${kind}-${fingerprint(kind)}`)
  if (!existsSync(template)) {
    const unfinished = `${template}.${randomBytes(4).toString("hex")}`
    if (kind === "migrated") copyTemplate(await embeddedTemplate("empty"), unfinished)
    await built({ kind: "embedded", folder: unfinished }, kind)
    for (const name of readdirSync(unfinished)) {
      if (name !== "database") rmSync(join(unfinished, name))
    }
    if (kind === "empty") appendFileSync(join(unfinished, "database/postgresql.conf"), memory)
    try {
      renameSync(unfinished, template)
    } catch (cause) {
      if (!existsSync(template)) throw cause
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  const now = new Date()
  utimesSync(template, now, now)
  forgetOldTemplates(now)
  return template
}

const forgetOldTemplates = (now: Date): void => {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    const age = now.getTime() - statSync(path).mtimeMs
    if (age > keptDays * 24 * 3600 * 1000) rmSync(path, { recursive: true, force: true })
  }
}

/** Copies a template folder to `folder`. */
export const copyTemplate = (template: string, folder: string): void => {
  mkdirSync(folder, { recursive: true })
  cpSync(template, folder, { recursive: true })
}

/** Creates the migrated template database of a cluster. */
export const makeServerTemplate = async (cluster: Cluster): Promise<void> => {
  await onServer(cluster, (sql) => sql`CREATE DATABASE lockdesk_template`)
  await built({ kind: "server", url: Redacted.make(cluster.url("lockdesk_template")) }, "migrated")
}

/** Creates a database in a cluster, by copying the template's files, which is quicker than logging its pages; returns its name. */
export const createServerDatabase = async (cluster: Cluster, kind: TemplateKind): Promise<string> => {
  const name = `lockdesk_${randomBytes(6).toString("hex")}`
  const template = kind === "migrated" ? "lockdesk_template" : "template0"
  await onServer(cluster, (sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)} STRATEGY FILE_COPY`)
  return name
}

/** Drops a database, closing its open connections. */
export const dropServerDatabase = (cluster: Cluster, name: string): Promise<void> =>
  onServer(cluster, (sql) => sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`)

const onServer = (
  cluster: Cluster,
  run: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>
): Promise<void> =>
  Effect.runPromise(
    Effect.asVoid(Effect.flatMap(SqlClient.SqlClient, run)).pipe(
      Effect.provide(Database.layer({ kind: "server", url: Redacted.make(cluster.url("postgres")), maxConnections: 1 }))
    )
  )
