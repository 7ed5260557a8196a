import { bench } from "./import.bench.ts"
console.log(await bench.run())
process.exit(0)
