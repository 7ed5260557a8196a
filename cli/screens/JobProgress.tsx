import { Box, Text } from "ink"
import type { JobPace } from "#core/jobs/jobPace.ts"

const barWidth = 30

interface JobProgressProps {
  readonly pace: JobPace
  readonly color: boolean
}

/** A job's progress as a bar and in words. */
export const JobProgress = ({ pace, color }: JobProgressProps) => {
  const share = pace.total === 0 ? 1 : pace.done / pace.total
  const filled = Math.round(share * barWidth)
  return (
    <Box>
      <Text {...(color ? { color: "green" } : {})}>{"█".repeat(filled)}</Text>
      <Text dimColor={color}>{"░".repeat(barWidth - filled)}</Text>
      <Text> {pace.text}</Text>
    </Box>
  )
}
