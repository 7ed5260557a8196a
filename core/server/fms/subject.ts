import { FmsTestsHttp } from "./FmsTestsHttp.ts"

export const calls = FmsTestsHttp
