import { getRouteApi } from "@tanstack/react-router"
import { JobPage } from "#web/features/jobs/JobPage.tsx"

const route = getRouteApi("/signed-in/jobs/$jobID")

/** /jobs/{jobID} */
export const JobRoute = () => {
  const { jobID } = route.useParams()
  return <JobPage key={jobID} jobID={jobID} />
}
