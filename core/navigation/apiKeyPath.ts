import { routeOf } from "./routes.ts"

/** The address of the list of API keys. */
export const apiKeysPath = routeOf("integrations.keys").path

const editor = (sid: string): string => routeOf("integrations.key").path.replace("{sid}", sid)

/** The address where an API key is created (002 §2: sid 'create'). */
export const newApiKeyPath = editor("create")

/** The address of an API key. */
export const apiKeyPath = (id: number): string => editor(String(id))
