import type { CommandSpec } from "#cli/specs/CommandSpec.ts"
import type { GlobalValues } from "#cli/specs/globalOptions.ts"
import {
  type Candidate,
  type CompletionNode,
  type CompletionOption,
  type CompletionValue,
  completionTree
} from "./completionTree.ts"

/** How a partial command line can continue. */
export interface Continuation {
  /** The option before the equals sign in `--status=Lo`, with it: what is completed comes after it. Otherwise empty. */
  readonly option: string
  /** The part of a list before the value that is completed: `Maple St,`. Otherwise empty. */
  readonly list: string
  /** The text that is completed, after those. */
  readonly typed: string
  /** Words, options, or the values of a fixed list. */
  readonly candidates: ReadonlyArray<Candidate>
  /** A value that has no fixed list, or null. */
  readonly value: CompletionValue | null
  /** The values of the options before it. */
  readonly flags: Pick<GlobalValues, "profile" | "host" | "company">
}

/** The continuation after complete words, with what is typed of the next one. */
export const continuationOf = (
  specs: ReadonlyArray<CommandSpec>,
  words: ReadonlyArray<string>,
  current: string
): Continuation => {
  const place = placeAfter(completionTree(specs), words[0] === "help" ? words.slice(1) : words)
  const { node, nth, awaits, given } = place
  const [profile, host, company] = ["--profile", "--host", "--company"].map((flag) => given.get(flag))
  const flags = {
    ...(profile === undefined ? {} : { profile }),
    ...(host === undefined ? {} : { host }),
    ...(company === undefined ? {} : { company })
  }
  const withValue = (value: CompletionValue | undefined, option: string, words: ReadonlyArray<Candidate> = []) => {
    const text = current.slice(option.length)
    const list = value === undefined ? "" : listBefore(text, value.separators)
    const taken = new Set(list.split(/[,;]/).map(nameOf))
    const all = value?.choices ?? []
    const choices = all.filter((choice) => list === "" || !taken.has(nameOf(choice)))
    return {
      option,
      list,
      typed: text.slice(list.length),
      candidates: [...words, ...choices.map((choice) => ({ value: choice, description: "" }))],
      value: value === undefined || all.length > 0 ? null : value,
      flags
    }
  }
  if (awaits?.takes === "a value") return withValue(awaits.value, "")
  if (!place.isAfterDashes && current.startsWith("-")) {
    const [, option = "", flag = ""] = /^((--[^=]*)=)/.exec(current) ?? []
    if (option !== "") return withValue(node.options.find((each) => each.flag === flag)?.value, option)
    // The parser refuses an option that is given twice.
    const left = node.options.filter((each) => !given.has(each.flag))
    const candidates = left.map((each) => ({ value: each.flag, description: each.description }))
    return { option: "", list: "", typed: current, candidates, value: null, flags }
  }
  if (awaits !== null && awaits.value.choices.length > 0) return withValue(awaits.value, "")
  const last = node.arguments.at(-1)
  const argument = node.arguments[nth] ?? (last?.many === true ? last : undefined)
  return withValue(argument, "", node.words)
}

interface Place {
  readonly node: CompletionNode
  /** The number of arguments already given. */
  readonly nth: number
  /** The option before the current word, if that is or may be its value. */
  readonly awaits: CompletionOption | null
  /** The options already given. */
  readonly given: ReadonlyMap<string, string>
  /** After `--` everything is an argument. */
  readonly isAfterDashes: boolean
}

/** The names of the fields that `--json` takes, as the parser reads them. */
const fieldList = /^[A-Za-z_]\w*(,[A-Za-z_]\w*)*$/

const placeAfter = (tree: ReadonlyArray<CompletionNode>, words: ReadonlyArray<string>): Place => {
  const [root] = tree
  if (root === undefined) throw new Error("there are no commands to complete")
  let place: Place = { node: root, nth: 0, awaits: null, given: new Map(), isAfterDashes: false }
  for (const word of words) place = placeAfterWord(tree, place, word)
  return place
}

const placeAfterWord = (tree: ReadonlyArray<CompletionNode>, before: Place, word: string): Place => {
  const { node, nth, awaits, given, isAfterDashes } = before
  if (awaits?.takes === "a value" || (awaits !== null && fieldList.test(word))) {
    return { ...before, awaits: null, given: new Map([...given, [awaits.flag, word]]) }
  }
  const place = { ...before, awaits: null, given: awaits === null ? given : new Map([...given, [awaits.flag, ""]]) }
  if (!isAfterDashes && word === "--") return { ...place, isAfterDashes: true }
  if (!isAfterDashes && /^-./.test(word)) {
    const [flag = "", ...value] = word.split("=")
    const option = node.options.find((each) => each.flag === flag)
    const isOpen = value.length === 0 && option !== undefined && option.takes !== "nothing"
    return isOpen
      ? { ...place, awaits: option }
      : { ...place, given: new Map([...place.given, [flag, value.join("=")]]) }
  }
  const path = node.path === "" ? word : `${node.path} ${word}`
  const next = node.words.some(({ value }) => value === word) ? tree.find((each) => each.path === path) : undefined
  return next === undefined ? { ...place, nth: nth + 1 } : { ...place, node: next }
}

/** What a value of a list is about, which a list names once: `Reports` of `Reports=On`, `Locks` of `Locks write`. */
const nameOf = (value: string): string =>
  value
    .trim()
    .replace(/(=.*| (read|write))$/is, "")
    .toLowerCase()

/** A list up to its last separator, with the spaces after it. */
const listBefore = (text: string, separators: string): string =>
  separators === "" ? "" : (new RegExp(`^.*[${separators}]\\s*`, "s").exec(text)?.[0] ?? "")
