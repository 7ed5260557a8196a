import * as files from "./migrationFiles.ts"
import type { Migration } from "./migrations.ts"

/**
 * Every migration of `migrationFiles.ts`, by the name of its file in `migrations/` without `.ts`: four digits, underscore,
 * subject. The order is that of the digits. A migration that has shipped is never edited, renamed or removed; what it did is
 * changed by the next one.
 */
export const migrationList: Readonly<Record<string, Migration>> = { ...files }
