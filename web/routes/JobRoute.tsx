import { useParams } from "@tanstack/react-router"
import { JobPage } from "#web/features/jobs/JobPage.tsx"
import { NotFoundScreen } from "#web/ui/NotFoundScreen.tsx"

/** /jobs/{jobID} */
export const JobRoute = () => {
  const { jobID = "" } = useParams({ strict: false }) as { readonly jobID?: string }
  return /^[1-9]\d{0,8}$/.test(jobID) ? <JobPage key={jobID} jobID={Number(jobID)} /> : <NotFoundScreen />
}
