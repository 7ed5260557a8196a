import { judge } from "../support/judgeScreens.ts"
import { lockStates } from "../support/lockStates.ts"

judge(lockStates)
