const part = (digits: number, nth: number): string => String((nth * 60_000_049) % 10 ** digits).padStart(digits, "0")
const nth = <A>(make: (at: number) => A): ReadonlyArray<A> => Array.from({ length: 200 }, (_, at) => make(at + 1))

const path = (filter: string, more = ""): string =>
  `/api/locks/search?filter=${encodeURIComponent(filter)}&count=50&page=1${more}`

/** The searches of the benchmark by kind, 200 each, with the paths that the console sends. */
export const searchPaths: Readonly<Record<string, ReadonlyArray<string>>> = {
  point: nth((at) => path(`serialCode=${part(8, at)}`)),
  "8 digits typed": nth((at) => path(`text=${part(8, at)}`)),
  "5 digits typed": nth((at) => path(`text=${part(5, at)}`)),
  "4 digits typed": nth((at) => path(`text=${part(4, at)}`)),
  "3 digits typed": nth((at) => path(`text=${part(3, at)}`)),
  "part of a unit": nth((at) => path(`text=${String.fromCharCode(65 + (at % 26))}-${100 + at * 7}`)),
  unit: nth((at) => path(`unit=${String.fromCharCode(65 + (at % 26))}-${at * 7}`)),
  "filter, sort and total": nth((at) =>
    path(`status=${1001 + (at % 12)}`, `&sort=serialCode%3D${at % 2 === 0 ? "asc" : "desc"}`)
  )
}
