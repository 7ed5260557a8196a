import { foldText } from "#core/base/search/foldText.ts"
import { Box, Text } from "ink"
import { type ReactNode, useEffect, useState } from "react"
import type { InputSpec } from "#cli/specs/CommandSpec.ts"
import type { PaletteData } from "./paletteData.ts"
import { type PickName, plainName } from "#cli/input/PickName.ts"
import { useKeys } from "./useKeys.ts"
import { useTyped } from "./useTyped.ts"

interface ArgumentPageProps {
  readonly data: PaletteData
  readonly title: string
  readonly input: RequestedInput
  readonly onEnter: (value: string) => void
  /** Backspace in an empty field, or Esc: go back. */
  readonly onBack: () => void
  /** Shown above the input. */
  readonly children?: ReactNode
}

type RequestedInput = Pick<InputSpec, "label" | "description" | "choices" | "picks" | "activeOnly" | "required">

/** Asks for one input of a command: typed, or chosen from a list. */
export const ArgumentPage = ({ data, title, input, onEnter, onBack, children }: ArgumentPageProps) => {
  const typed = useTyped()
  const [at, setAt] = useState(0)
  const choices = useChoices(data, input)
  const fitting = fittingTo(choices, typed.text)
  const offered = fitting.slice(0, mostChoices)
  useKeys(({ name, text }) => {
    if (name === "escape") return onBack()
    if (name === "backspace" || name === "delete") return typed.read() === "" ? onBack() : typed.takeBack()
    if (name === "up") return setAt(Math.max(0, at - 1))
    if (name === "down") return setAt(Math.min(Math.max(0, offered.length - 1), at + 1))
    if (name === "return") {
      const value = fittingTo(choices, typed.read())[at]?.value ?? typed.read().trim()
      return value === "" && input.required ? undefined : onEnter(value)
    }
    if (name === null) {
      typed.add(text)
      setAt(0)
    }
  })
  return (
    <Box flexDirection="column">
      <Text bold>{title}</Text>
      {children}
      <Text>
        {input.label}: {typed.text}
        <Text inverse> </Text>
      </Text>
      <Text dimColor>{input.description}</Text>
      {offered.map((choice, index) => (
        <Text key={choice.text} bold={index === at}>
          {index === at ? "▸ " : "  "}
          {choice.text}
        </Text>
      ))}
      {fitting.length > offered.length ? <Text dimColor> and {fitting.length - offered.length} more</Text> : null}
      <Text dimColor>Enter continue · Backspace (when empty) or Esc back</Text>
    </Box>
  )
}

/** The maximum number of choices on the page. */
const mostChoices = 12

/** The choices that contain the typed text. */
const fittingTo = (choices: ReadonlyArray<PickName>, typed: string): ReadonlyArray<PickName> => {
  const wanted = foldText(typed.trim())
  return choices.filter(({ text }) => foldText(text).includes(wanted))
}

/** The choices of an input: its own, or the company's names. */
const useChoices = (
  data: PaletteData,
  { choices: own, picks, activeOnly }: RequestedInput
): ReadonlyArray<PickName> => {
  const [choices, setChoices] = useState(() => own.map(plainName))
  useEffect(() => {
    setChoices(own.map(plainName))
    if (own.length > 0 || picks === null) return
    let left = false
    data.namesFor(picks, activeOnly).then(
      (names) => (left ? undefined : setChoices([...names])),
      // It can still be typed; the command reports errors when it runs.
      () => undefined
    )
    return () => {
      left = true
    }
  }, [data, own, picks, activeOnly])
  return choices
}
