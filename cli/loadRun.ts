/** What runs the commands of a noun. The bundle has a script for each noun, and loads that of the command. */
export const loadRun = (_noun: string): Promise<Pick<typeof import("./run.ts"), "runCommand">> => import("./run.ts")
