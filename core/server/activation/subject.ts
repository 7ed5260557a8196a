import { Activation } from "./Activation.ts"

export const services = Activation.layer
