/** What calls that change something need, loaded before one is made. */
export { requestKeyOf } from "./requestKeys.ts"
export { putBackLost, tellIfSaved } from "./lostAnswers.ts"
