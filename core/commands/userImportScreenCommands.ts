import { importScreenOf } from "./importScreen.ts"

/** Commands of the 'Import users' screen besides its calls. */
export const userImportScreenCommands = importScreenOf("userImport", "userImports", "Team")
