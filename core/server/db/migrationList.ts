import * as files from "./migrationFiles.ts"
import type { Migration } from "./migrations.ts"

/**
 * Every migration of `migrationFiles.ts`, by its file name in `migrations/` without `.ts`: four digits, underscore, subject.
 * They run in the order of the digits. A migration that has shipped is never edited, renamed or removed; a later one changes
 * what it did.
 */
export const migrationList: Readonly<Record<string, Migration>> = { ...files }
