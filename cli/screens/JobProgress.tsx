import { Box, Text, useWindowSize } from "ink"
import type { JobPace } from "#core/jobs/jobPace.ts"
import { displayWidth } from "#cli/output/displayWidth.ts"

const longestBar = 30
/** Below this, a bar says nothing. */
const shortestBar = 8

interface JobProgressProps {
  readonly pace: JobPace
  readonly color: boolean
}

/** A job's progress as a bar and in words. On a narrow terminal the bar is shorter, or there is none. */
export const JobProgress = ({ pace, color }: JobProgressProps) => {
  const { columns } = useWindowSize()
  const room = Math.min(longestBar, columns - displayWidth(pace.text) - 2)
  const width = room < shortestBar ? 0 : room
  const filled = Math.round((pace.total === 0 ? 1 : pace.done / pace.total) * width)
  return (
    <Box>
      <Text {...(color ? { color: "green" } : {})}>{"█".repeat(filled)}</Text>
      <Text dimColor={color}>{"░".repeat(width - filled)}</Text>
      <Text wrap="truncate">{width === 0 ? pace.text : ` ${pace.text}`}</Text>
    </Box>
  )
}
