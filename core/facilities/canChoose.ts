import type { Facility } from "./Facility.ts"

/** Whether pickers offer a facility: inactive ones only where they can be used. */
export const canChoose = ({ isActive }: Pick<Facility, "isActive">, activeOnly: boolean): boolean =>
  isActive || !activeOnly
