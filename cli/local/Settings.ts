import { Schema } from "effect"
import { closeSync, openSync, readFileSync, rmSync, type Stats, statSync } from "node:fs"
import { join } from "node:path"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, isFailure } from "#cli/output/Failure.ts"
import { withoutMark } from "./readTextFile.ts"
import { makeFolder } from "#server/db/makeFolder.ts"

/** A server and how to use it. */
export const Profile = Schema.Struct({
  /** The origin of the server, without a path: `https://console.example.com`. */
  host: Schema.String,
  /** The default of `--facility`. */
  facility: Schema.optionalKey(Schema.String),
  /** The default of `--company`: an id, or the typed name if it could not be checked. */
  company: Schema.optionalKey(Schema.String),
  /** The name of the company with that id when it was set, to show. */
  companyName: Schema.optionalKey(Schema.String)
})
export type Profile = typeof Profile.Type

/** A profile's company, to show: "Maple Self Storage (ID 2)". */
export const companyText = ({ company, companyName }: Profile): string | null =>
  company === undefined ? null : companyName === undefined ? company : `${companyName} (ID ${company})`

/** Settings stored in `config.json`; tokens are stored separately. */
export const Settings = Schema.Struct({
  /** The active profile if neither `--profile` nor LOCKDESK_PROFILE names one. */
  profile: Schema.optionalKey(Schema.String),
  profiles: Schema.optionalKey(Schema.Record(Schema.String, Profile)),
  color: Schema.optionalKey(Schema.Literals(["auto", "never"]))
})
export type Settings = typeof Settings.Type

/** The path of the settings. */
export const settingsFile = (folder: string): string => join(folder, "config.json")

/** Permission bits as `chmod` takes them: 777. */
export const modeText = (mode: number): string => (mode & 0o777).toString(8).padStart(3, "0")

/**
 * Why the settings and tokens in a folder can't be trusted: someone other than its owner could have replaced them, also with
 * another host. Null if the folder is safe, or does not exist yet.
 */
export const folderExposed = (folder: string): Failure | null => {
  const found = statIfThere(folder)
  // Windows has no such permission bits; its home folders are private by inheritance.
  if (found === null || process.platform === "win32" || (found.mode & 0o022) === 0) return null
  return new Failure({
    code: "SettingsExposed",
    message: `Other users can replace the files in ${folder} (mode ${modeText(found.mode)}), so its settings and tokens are not used.`,
    next: `Fix it with: chmod 700 '${folder}'. If someone may have changed them, check the settings and sign in again.`,
    exit: exitCodes.failed
  })
}

/** Why settings are not valid, and the field, in one line. */
const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message.split("\n").slice(0, 2).join(" ").replaceAll(/\s+/g, " ") : String(cause)

/**
 * Reads the settings; empty before the first ones are stored. Reads without `conf`, whose validation of types and versions
 * takes longer to load than a whole command to run; writing uses it.
 */
export const readSettings = (folder: string): Settings => {
  const text = readIfThere(settingsFile(folder))
  if (text === null) return {}
  const exposed = folderExposed(folder)
  if (exposed !== null) throw exposed
  try {
    return Schema.decodeUnknownSync(Settings)(JSON.parse(text))
  } catch (cause) {
    throw new Failure({
      code: "SettingsUnreadable",
      message: `The settings in ${settingsFile(folder)} are not valid: ${reasonOf(cause)}`,
      next: "Fix the file, or delete it to start over.",
      exit: exitCodes.failed
    })
  }
}

/** Updates the settings with `change`. */
export const changeSettings = async (folder: string, change: (settings: Settings) => Settings): Promise<Settings> => {
  const { default: Conf } = await import("conf")
  return writeInFolder(folder, () => {
    const next = Schema.decodeUnknownSync(Settings)(change(readSettings(folder)))
    const conf = new Conf<Settings>({
      projectName: "lockdesk",
      cwd: folder,
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      // It reads the file before it writes it.
      deserialize: (text) => JSON.parse(withoutMark(text)) as Settings
    })
    conf.store = next
    return next
  })
}

/** Creates the folder of settings and tokens, and writes in it in turn. Throws a Failure if that isn't possible. */
export const writeInFolder = <A>(folder: string, write: () => A): A => {
  try {
    makeFolder(folder)
    return inTurn(folder, write)
  } catch (cause) {
    if (isFailure(cause)) throw cause
    throw new Failure({
      code: "SettingsNotSaved",
      message: `Can't write to ${folder}: ${(cause as Error).message}`,
      next: "Free some space and check its permissions, or set LOCKDESK_CONFIG_DIR to another folder.",
      exit: exitCodes.failed
    })
  }
}

/** How often, and after how many milliseconds, to look again whether another process has finished writing. */
const looks = { most: 200, every: 10 } as const

/** Reads and writes while no other process does, so that neither loses what the other changed. */
const inTurn = <A>(folder: string, write: () => A): A => {
  const lock = join(folder, "lock")
  // One that stays was left by a process that was killed.
  for (let look = 1; !taken(lock) && look < looks.most; look++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, looks.every)
  }
  try {
    return write()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Whether this process got the lock file. */
const taken = (lock: string): boolean => {
  try {
    closeSync(openSync(lock, "wx", 0o600))
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false
    throw cause
  }
}

/** What is read of a file or folder, or null if it does not exist. Throws a Failure if that isn't possible. */
const ifThere = <A>(path: string, read: () => A): A | null => {
  try {
    return read()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null
    throw new Failure({
      code: "FileUnreadable",
      message: `Can't read ${path}: ${(cause as Error).message}`,
      next: "Check its permissions and owner. It may have been made by another user, such as root with sudo.",
      exit: exitCodes.failed
    })
  }
}

/** The text of a file, or null if it does not exist. */
export const readIfThere = (file: string): string | null => ifThere(file, () => withoutMark(readFileSync(file, "utf8")))

/** The permissions and owner of a file or folder, or null if it does not exist. */
export const statIfThere = (path: string): Stats | null => ifThere(path, () => statSync(path))
