import { useSyncExternalStore } from "react"
import { read, write } from "#web/app/storage.ts"

/** How the tone sounds: hertz, seconds, and how loud (0 to 1). */
const sound = { frequency: 330, length: 0.16, gain: 0.2 } as const

let context: AudioContext | undefined
const listeners = new Set<() => void>()

const isOn = (): boolean => read("scanTone") !== "off"

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The short tone of a scan that failed: whoever scans looks at the box and not at the screen. */
export const scanTone = {
  /** Sounds once, unless it is switched off. */
  play: (): void => {
    if (!isOn()) return
    context ??= new AudioContext()
    // A browser lets no page sound before somebody has pressed a key in it; a scan is such keys.
    if (context.state === "suspended") void context.resume()
    const oscillator = context.createOscillator()
    const volume = context.createGain()
    const end = context.currentTime + sound.length
    oscillator.type = "square"
    oscillator.frequency.value = sound.frequency
    volume.gain.value = sound.gain
    oscillator.connect(volume).connect(context.destination)
    oscillator.start()
    oscillator.stop(end)
  },
  /** Switches it on or off, here and after a reload. */
  toggle: (): void => {
    write("scanTone", isOn() ? "off" : null)
    for (const listener of listeners) listener()
  }
}

/** Whether the tone sounds. */
export const useScanTone = (): boolean => useSyncExternalStore(subscribe, isOn)
