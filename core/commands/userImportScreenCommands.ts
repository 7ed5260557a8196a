import { importScreenOf } from "./importScreen.ts"

/** What the screen 'Import users' does besides its calls. */
export const userImportScreenCommands = importScreenOf("userImport", "userImports", "Team")
