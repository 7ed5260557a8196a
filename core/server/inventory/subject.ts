import { Inventory } from "./Inventory.ts"
import { InventoryHttp } from "./InventoryHttp.ts"

export const calls = InventoryHttp
export const services = Inventory.layer
