import { loadModule } from "./loadModule.ts"

/** Loads what finds a change whose response was lost. */
export const loadLostAnswers = () => loadModule(() => import("./lostAnswers.ts"))
