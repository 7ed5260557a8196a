import { withClient } from "#core/api/ApiClient.ts"
import { call } from "./calls.ts"
import { webAddress } from "./installation.ts"

/** Loads the store's URL and opens it in a new tab (000 §2). Opens only http(s) URLs. */
export const openStore = async (): Promise<void> => {
  const { data } = await call(withClient((client) => client.auth.store()))
  const address = webAddress(data)
  if (address === null) throw new RangeError(`the store's address is none of the web: ${data}`)
  window.open(address, "_blank", "noopener,noreferrer")
}
