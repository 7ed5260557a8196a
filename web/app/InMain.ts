import { createContext } from "react"

/** Whether a component is part of the screen, in `<main>`, and not of the frame around it. */
export const InMain = createContext(false)
