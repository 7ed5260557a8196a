import { judge } from "../support/judgeScreens.ts"
import { ownScreens } from "../support/screens.ts"

judge(ownScreens)
