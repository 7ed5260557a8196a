/** Whether a host name or address (without port) is this machine: nothing sent to it crosses a network. */
export const isThisMachine = (host: string): boolean =>
  /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

/** The URL of a port of this machine, as `serve` prints it. */
export const loopbackAddress = (port: number): string => `http://127.0.0.1:${port}`
