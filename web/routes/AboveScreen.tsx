import { ViewingBanner } from "#web/features/viewing/ViewingBanner.tsx"
import { WrongFilters } from "./WrongFilters.tsx"

/** Notes above the screen. Few visits need them, so they aren't part of the first load. */
export const AboveScreen = () => (
  <>
    <ViewingBanner />
    <WrongFilters />
  </>
)
