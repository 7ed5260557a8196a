let again = 0

/**
 * Loads a module. A browser may remember that a module failed to load, and then never requests it again (Chromium 150 does). So
 * a failed one is requested from an address of its own.
 */
export const loadModule = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load()
  } catch (error) {
    const address = /https?:\S+\.js/.exec(String(error))?.[0]
    if (address === undefined) throw error
    again += 1
    return (await import(/* @vite-ignore */ `${address}?again=${again}`)) as Module
  }
}
