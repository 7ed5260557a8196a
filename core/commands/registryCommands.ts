import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { shipmentChunk, ShipmentRow } from "#core/registry/Shipment.ts"
import { command } from "./Command.ts"

/** Imports one chunk of a shipment, up to `shipmentChunk` rows; longer files are sent in chunks. */
export const importShipment = command({
  id: "registry.import",
  title: "Import a shipment of locks",
  section: "Registry",
  keywords: ["serial", "load", "manufactured", "csv"],
  input: {
    rows: {
      schema: Schema.Array(ShipmentRow).check(Schema.isBetweenLength(1, shipmentChunk)),
      label: "Shipment file",
      description:
        "A CSV file or workbook (.xlsx or .ods) with the columns serialCode and unlockCode, and optionally batchID",
      positional: true,
      picks: "file"
    }
  },
  risk: "changes",
  touches: ["registry", "audit"],
  terminal: {
    path: ["registry", "import"],
    examples: ["lockdesk registry import shipment.csv --dry-run", "lockdesk registry import shipment.csv"]
  },
  does: {
    call: "registry.import",
    run: ({ rows }) => withClient((client) => client.registry.import({ payload: { rows } }))
  }
})

export const registryCommands = [importShipment] as const
