/** Whether a host name or address (without port) is this machine: nothing sent to it crosses a network. */
export const isThisMachine = (host: string): boolean =>
  /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

/** The URL of a host, which may be an address, and a port. */
export const hostAddress = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** The URL of a port of this machine. */
export const loopbackAddress = (port: number): string => hostAddress("127.0.0.1", port)

/** Where this machine reaches a server that listens on a host. */
export const listeningAddress = (host: string, port: number): string =>
  host === "0.0.0.0" || host === "::" ? loopbackAddress(port) : hostAddress(host, port)
