import { facilityStates } from "../support/facilityStates.ts"
import { judge } from "../support/judgeScreens.ts"
import { statesAnywhere } from "../support/statesAnywhere.ts"

judge([...facilityStates, ...statesAnywhere])
