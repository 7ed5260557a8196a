/** Whether a host name or address (without port) is this machine: nothing sent to it crosses a network. */
export const isThisMachine = (host: string): boolean =>
  /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)
