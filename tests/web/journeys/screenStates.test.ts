import { judge } from "../support/judgeScreens.ts"
import { screenStates } from "../support/screens.ts"

judge(screenStates)
