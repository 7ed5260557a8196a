/** The code that runs a noun's commands. The bundle has a script per noun, and loads only that of the command. */
export const loadRun = (_noun: string): Promise<Pick<typeof import("./run.ts"), "runCommand">> => import("./run.ts")
