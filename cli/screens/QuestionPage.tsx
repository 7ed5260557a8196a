import { Box, Text } from "ink"
import { ArgumentPage } from "./ArgumentPage.tsx"
import { ConfirmPage } from "./ConfirmPage.tsx"
import type { PaletteData } from "./paletteData.ts"
import type { OpenQuestion } from "./palettePages.ts"
import { TextField } from "./TextField.tsx"

interface QuestionPageProps extends Omit<OpenQuestion, "kind" | "number"> {
  readonly data: PaletteData
}

/** Asks a running command's question: for a yes, a secret, or a text. */
export const QuestionPage = ({ data, title, messages, question, onAnswer, onCancel }: QuestionPageProps) => {
  const { label, description, hidden, choices, picks = null, activeOnly = false, confirms } = question
  const lines = messages
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "" && line !== label)
  const above = lines.length === 0 ? null : <Text>{lines.join("\n")}</Text>
  if (confirms === true)
    return (
      <ConfirmPage title={title} text={label} onYes={() => onAnswer("yes")} onBack={onCancel}>
        {above}
      </ConfirmPage>
    )
  if (hidden)
    return (
      <Box flexDirection="column">
        <Text bold>{title}</Text>
        {above}
        <TextField
          label={label}
          hidden
          onEnter={(text) => (text === "" ? undefined : onAnswer(text))}
          onBack={onCancel}
        />
        <Text dimColor>{description}</Text>
        <Text dimColor>Enter continue · Esc back</Text>
      </Box>
    )
  const input = { label, description, choices, picks, activeOnly, required: true }
  return (
    <ArgumentPage data={data} title={title} input={input} onEnter={onAnswer} onBack={onCancel}>
      {above}
    </ArgumentPage>
  )
}
